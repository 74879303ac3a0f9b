vim.filetype.add({ extension = { rules = "rulelang", scenario = "rulelang" } })
vim.lsp.config("rulelang", {
  cmd = { "rulelang", "lsp" },
  filetypes = { "rulelang", "yaml" },
  root_dir = function(buffer, start) -- tables and texts only beside a game
    local game = vim.fs.root(buffer, "game.rules")
    if game or vim.bo[buffer].filetype == "rulelang" then
      start(game or vim.fs.dirname(vim.api.nvim_buf_get_name(buffer)))
    end
  end,
})
vim.lsp.enable("rulelang")
vim.api.nvim_create_autocmd("FileType", {
  pattern = "rulelang", -- four spaces: tabs are a mistake in rules
  callback = function()
    vim.bo.expandtab, vim.bo.shiftwidth, vim.bo.tabstop = true, 4, 4
    vim.bo.commentstring = "# %s"
  end,
})
