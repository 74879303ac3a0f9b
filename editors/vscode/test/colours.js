// Colours files with the real TextMate engine. In: a JSON list of paths on the command line. Out: for each line
// of each file its stretches: where they begin, where they end, and the innermost scope.
const fs = require("fs");
const path = require("path");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer;
const grammars = {
  "source.rulelang": "rulelang.tmLanguage.json",
  "source.rulelang.scenario": "rulelang-scenario.tmLanguage.json",
};

async function main() {
  await oniguruma.loadWASM(wasm);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) => {
      const file = path.join(__dirname, "..", "syntaxes", grammars[scope]);
      return textmate.parseRawGrammar(fs.readFileSync(file, "utf8"), file);
    },
  });
  const answer = {};
  for (const file of JSON.parse(fs.readFileSync(0, "utf8"))) {
    const grammar = await registry.loadGrammar(
      file.endsWith(".scenario") ? "source.rulelang.scenario" : "source.rulelang",
    );
    let state = textmate.INITIAL;
    answer[file] = fs
      .readFileSync(file, "utf8")
      .split("\n")
      .map((line) => {
        const found = grammar.tokenizeLine(line, state);
        state = found.ruleStack;
        return found.tokens.map((t) => [t.startIndex, t.endIndex, t.scopes[t.scopes.length - 1]]);
      });
  }
  process.stdout.write(JSON.stringify(answer));
}

main();
