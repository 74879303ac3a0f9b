"""The language server: the editor's questions, asked of `rulelang.editor`."""
