const MAX_CHARACTERS = 255

// Control characters, ends of lines, and what reorders text so that "gpj.exe" reads "exe.jpg".
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu

/**
 * Makes a client's file name safe to show and to save: the last path segment, normalized (NFC),
 * without control and direction characters, at most 255 characters with the ending kept. Bytes are
 * never stored under it.
 */
export function cleanFileName(name: string): string {
  const segment = name.replaceAll('\\', '/').split('/').at(-1) ?? ''
  const clean = segment
    .toWellFormed()
    .replace(invisible, '')
    .normalize('NFC')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+/, '')
  return trimEnd(shorten(trimEnd(clean))) || 'unnamed'
}

const trimEnd = (name: string) => name.replace(/[.\s]+$/, '')

function shorten(name: string): string {
  const characters = [...name]
  if (characters.length <= MAX_CHARACTERS) return name
  const ending = [...(/\.[^.]{1,16}$/u.exec(name)?.[0] ?? '')]
  return [...characters.slice(0, MAX_CHARACTERS - ending.length), ...ending].join('')
}
