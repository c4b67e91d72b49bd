const MAX_CHARACTERS = 255

// Control characters, ends of lines, what reorders text so that "gpj.exe" reads "exe.jpg", and what makes
// two names that read the same: spaces of no width, soft hyphens. Joiners stay: scripts and emoji need them.
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u00ad\u180e\u200b\u2060\ufeff]/gu

// Windows opens these as devices, whatever their ending.
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i

/**
 * Makes a client's file name safe to show and to save: the last path segment, normalized (NFC),
 * without characters that nobody sees, no device of Windows, at most 255 characters with the ending
 * kept. Bytes are never stored under it.
 */
export function cleanFileName(name: string): string {
  const segment = name.replaceAll('\\', '/').split('/').at(-1) ?? ''
  const clean = segment
    .toWellFormed()
    .replace(invisible, '')
    .normalize('NFC')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+/, '')
  const fitting = fit(clean)
  return (device.test(fitting) ? fit(`_${fitting}`) : fitting) || 'unnamed'
}

const fit = (name: string) => trimEnd(shorten(trimEnd(name)))

const trimEnd = (name: string) => name.replace(/[.\s]+$/, '')

function shorten(name: string): string {
  const characters = [...name]
  if (characters.length <= MAX_CHARACTERS) return name
  const ending = [...(/\.[^.]{1,16}$/u.exec(name)?.[0] ?? '')]
  return [...characters.slice(0, MAX_CHARACTERS - ending.length), ...ending].join('')
}
