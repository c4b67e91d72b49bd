import { contrasts, fonts, schemes, sizes, type Colours } from './tokens.ts'

type Scheme = keyof typeof schemes

/** Where the custom properties of one scheme apply. */
interface Place {
  readonly scheme: Scheme
  readonly more?: boolean
  readonly selector: string
  readonly media?: string
}

const roles = Object.keys(schemes.light) as readonly (keyof Colours)[]

const note = '/* Generated from packages/repo-checks/src/look by `pnpm generate`; do not edit. */'
const darkMedia = '(prefers-color-scheme: dark)'
const moreMedia = '(prefers-contrast: more)'

/** By what the browser prefers; nothing on the page chooses. */
const byPreference: readonly Place[] = [
  { scheme: 'light', selector: ':root' },
  { scheme: 'dark', selector: ':root', media: darkMedia },
  { scheme: 'light', more: true, selector: ':root', media: moreMedia },
  { scheme: 'dark', more: true, selector: ':root', media: `${darkMedia} and ${moreMedia}` },
]

const consoleDark = "[data-mantine-color-scheme='dark']"

/** By what the console has chosen, which may be what the browser prefers. */
const byChoice: readonly Place[] = [
  { scheme: 'light', selector: ':root' },
  { scheme: 'dark', selector: consoleDark },
  { scheme: 'light', more: true, selector: ':root', media: moreMedia },
  { scheme: 'dark', more: true, selector: consoleDark, media: moreMedia },
  { scheme: 'light', more: true, selector: ":root[data-contrast='more']" },
  { scheme: 'dark', more: true, selector: `${consoleDark}[data-contrast='more']` },
]

const widest = 100

/** A list of fonts, in lines as Prettier breaks them. */
function fontLines(names: readonly string[], indent: string): string {
  const lines = ['']
  for (const word of toFamily(names).split(/(?<=,) /)) {
    const last = lines.at(-1) ?? ''
    const longer = last === '' ? `${indent}${word}` : `${last} ${word}`
    if (last !== '' && longer.length > widest) lines.push(`${indent}${word}`)
    else lines.splice(-1, 1, longer)
  }
  return `\n${lines.join('\n')};`
}

const toFamily = (names: readonly string[]) =>
  names.map((name) => (name.includes(' ') ? `'${name}'` : name)).join(', ')

function declareColours(place: Place, prefix: string): string {
  const indent = place.media === undefined ? '  ' : '    '
  const colours = (place.more === true ? contrasts : schemes)[place.scheme]
  const lines = roles.map((role) => `${indent}--${prefix}${role}: ${colours[role]};`)
  const block = (at: string) => `${at}${place.selector} {\n${lines.join('\n')}\n${at}}`
  return place.media === undefined ? block('') : `@media ${place.media} {\n${block('  ')}\n}`
}

function declareRest(prefix: string): string {
  const lines = Object.entries(sizes).map(([name, size]) => `  --${prefix}${name}: ${size};`)
  return `:root {
${lines.join('\n')}
  --${prefix}font:${fontLines(fonts.latin, '    ')}
}

:root:lang(zh) {
  --${prefix}font:${fontLines(fonts.chinese, '    ')}
}`
}

/** A stylesheet of every token. */
function toStylesheet(places: readonly Place[], prefix: string): string {
  const blocks = [...places.map((place) => declareColours(place, prefix)), declareRest(prefix)]
  return `${note}\n${blocks.join('\n\n')}\n`
}

export const consoleCss = (): string => toStylesheet(byChoice, 'console-')

/** A colour for either scheme, whichever the element is in. */
function pairOf(role: keyof Colours, more: boolean): string {
  const { light, dark } = more ? contrasts : schemes
  return `light-dark(${light[role]}, ${dark[role]})`
}

/** The sample application's, which a page around it may put into a scheme. */
export function sampleCss(): string {
  const declare = (more: boolean, indent: string) =>
    roles.map((role) => `${indent}--${role}: ${pairOf(role, more)};`).join('\n')
  return `${note}
:root {
${declare(false, '  ')}
}

@media ${moreMedia} {
  :root {
${declare(true, '    ')}
  }
}

${declareRest('')}
`
}

/** What the approval component calls them: its names are published. */
const panelNames = [
  ['accent', 'accent'],
  ['on-filled', 'on-accent'],
  ['ink', 'text'],
  ['soft', 'muted'],
  ['paper', 'surface'],
  ['hover', 'raised'],
  ['line', 'border'],
  ['field', 'field'],
  ['good', 'good'],
  ['bad', 'bad'],
  ['warn', 'warn'],
] as const satisfies readonly (readonly [keyof Colours, string])[]

/** A module of the approval component: a package that is published depends on nothing private. */
export function panelModule(): string {
  const declare = (more: boolean, indent: string) =>
    panelNames
      .map(([role, name]) => `${indent}--_${name}: var(--approval-${name}, ${pairOf(role, more)});`)
      .join('\n')
  return `// Generated from packages/repo-checks/src/look by \`pnpm generate\`; do not edit.
import { css } from 'lit'

/** Colours are custom properties of the host, so that a page can give its own. */
export const colours = css\`
  :host {
${declare(false, '    ')}
  }
  @media ${moreMedia} {
    :host {
${declare(true, '      ')}
    }
  }
\`

/** The system's own letters, in the order for the language of the page around it. */
export const fonts = css\`
  :host {
    --_fonts:${fontLines(fonts.latin, '      ')}
  }
  :host(:lang(zh)) {
    --_fonts:${fontLines(fonts.chinese, '      ')}
  }
\`
`
}

/** A module of what the services share: for the pages and mails that they make. */
export function serviceModule(mark: string): string {
  const { ink, soft, line, accent: fill, 'on-filled': onFilled } = schemes.light
  const mails = { ink, soft, line, fill, onFilled }
  return `// Generated from packages/repo-checks/src/look by \`pnpm generate\`; do not edit.

/** Custom properties of pages, by what the browser prefers. */
export const pageTokens = \`
${toStylesheet(byPreference, '').replace(`${note}\n`, '')}\`

/** Grounds of the pages, by theme: what a tenant's colour has to be read on. */
export const papers = { light: '${schemes.light.paper}', dark: '${schemes.dark.paper}' } as const

/** Mails know no custom properties, and many of those who show them no dark scheme. */
export const mailLook = {
${Object.entries(mails)
  .map(([role, colour]) => `  ${role}: '${colour}',`)
  .join('\n')}
  font: \`${toFamily(fonts.latin)}\`,
  chineseFont: \`${toFamily(fonts.chinese)}\`,
} as const

/** The mark of the platform, an SVG document. */
export const mark =
  '${mark}'
`
}
