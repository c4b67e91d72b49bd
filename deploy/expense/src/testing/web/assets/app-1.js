document.title = 'Pages'
