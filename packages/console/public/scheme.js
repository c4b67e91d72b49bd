// Runs before anything is painted, so that a dark screen never flashes white.
{
  let chosen = null
  let contrast = null
  let language = null
  try {
    chosen = localStorage.getItem('countersign-color-scheme')
    contrast = localStorage.getItem('countersign-contrast')
    language = localStorage.getItem('countersign-language')
  } catch {
    // Storage can be forbidden; then the system's scheme and language count.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  // As src/text/language.ts chooses.
  const first = [language ?? '', ...navigator.languages].find((tag) => /^(en|zh)(-|$)/i.test(tag))
  document.documentElement.lang = first?.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
  if (contrast === 'more') document.documentElement.setAttribute('data-contrast', 'more')
}
