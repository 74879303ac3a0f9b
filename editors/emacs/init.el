(define-derived-mode rulelang-mode prog-mode "rulelang"
  (setq-local comment-start "# " indent-tabs-mode nil tab-width 4))
(add-to-list 'auto-mode-alist '("\\.\\(rules\\|scenario\\)\\'" . rulelang-mode))
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(rulelang-mode . ("rulelang" "lsp"))))
(add-hook 'rulelang-mode-hook #'eglot-ensure)
