// The client: starts `rulelang lsp`, and does the two things that the server leaves to the editor.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

async function activate(context) {
  const [command, ...args] = vscode.workspace.getConfiguration("rulelang").get("command");
  const files = vscode.workspace.createFileSystemWatcher("**/*.{rules,scenario,yaml,yml}");
  client = new LanguageClient(
    "rulelang",
    "rulelang",
    { command, args },
    {
      documentSelector: [
        { scheme: "file", language: "rulelang" },
        { scheme: "file", language: "rulelang-scenario" },
        { scheme: "file", pattern: "**/*.{yaml,yml}" }, // tables and texts; the server leaves others alone
      ],
      synchronize: { fileEvents: files },
    },
  );
  context.subscriptions.push(
    files,
    vscode.commands.registerCommand("rulelang.showPlaces", (uri, position, places) =>
      vscode.commands.executeCommand(
        "editor.action.showReferences",
        vscode.Uri.parse(uri),
        client.protocol2CodeConverter.asPosition(position),
        places.map((place) => client.protocol2CodeConverter.asLocation(place)),
      ),
    ),
  );
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `rulelang: \`${[command, ...args].join(" ")}\` could not be started. ` +
        "Install it with: pip install 'rulelang[editor]', or set rulelang.command.",
    );
  }
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
