vim.filetype.add({ extension = { rules = "rulelang", scenario = "rulelang" } })
vim.lsp.config("rulelang", {
  cmd = { "rulelang", "lsp" },
  filetypes = { "rulelang" },
  root_markers = { "game.rules", ".git" },
})
vim.lsp.enable("rulelang")
