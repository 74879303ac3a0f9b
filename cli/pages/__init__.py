"""Pages for a browser and a printer: rulebooks, and sheets to cut. No page needs anything beside itself."""
