/** A colour as `#rrggbb`. */
const form = /^#[0-9a-f]{6}$/

const white = '#ffffff'
const black = '#000000'

/** WCAG 2.2 success criterion 1.4.3: text in ordinary size. */
const enough = 4.5

export interface ThemeColours {
  /** Behind the words of a button: the tenant's colour as it is. */
  readonly fill: string
  /** The words on it. */
  readonly ink: string
  /** Words and outlines in the colour, on the page itself. */
  readonly accent: string
}

/** `#RRGGBB` in lower case; undefined for anything else. */
export function readColour(text: string): string | undefined {
  const colour = text.toLowerCase()
  return form.test(colour) ? colour : undefined
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/**
 * What a tenant's colour becomes on a page, whatever the colour is: words on it and words in it can
 * be read. Black or white always reaches 4.5 on any colour.
 */
export function themeOf(colour: string, paper: string): ThemeColours {
  return {
    fill: colour,
    ink: contrastOf(colour, white) >= enough ? white : black,
    accent: moveUntilReadable(colour, paper),
  }
}

// Towards black on a light page, towards white on a dark one, no further than it takes.
function moveUntilReadable(colour: string, paper: string): string {
  const end = luminance(paper) > 0.5 ? black : white
  for (let step = 0; step < 50; step++) {
    const moved = mix(colour, end, step / 50)
    if (contrastOf(moved, paper) >= enough) return moved
  }
  return end
}

const channels = (colour: string) =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

function mix(from: string, to: string, share: number): string {
  const end = channels(to)
  const mixed = channels(from).map((value, i) =>
    Math.round(value + ((end[i] ?? 0) - value) * share),
  )
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
