const MAX_CHARACTERS = 255

// Control characters, and those that reorder text so that "gpj.exe" reads "exe.jpg".
const invisible = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/**
 * Makes a client's file name safe to show and to save: the last path segment, normalized (NFC),
 * without control and direction characters, at most 255 characters with the ending kept. Bytes are
 * never stored under it.
 */
export function cleanFileName(name: string): string {
  const segment = name.replaceAll('\\', '/').split('/').at(-1) ?? ''
  const clean = segment
    .toWellFormed()
    .normalize('NFC')
    .replace(invisible, '')
    .replace(/[<>:"|?*]/g, '_')
    .trim()
    .replace(/^\.+/, '')
    .replace(/[. ]+$/, '')
  return shorten(clean) || 'unnamed'
}

function shorten(name: string): string {
  const characters = [...name]
  if (characters.length <= MAX_CHARACTERS) return name
  const ending = [...(/\.[^.]{1,16}$/u.exec(name)?.[0] ?? '')]
  return [...characters.slice(0, MAX_CHARACTERS - ending.length), ...ending].join('')
}
