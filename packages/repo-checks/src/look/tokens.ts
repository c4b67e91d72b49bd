/**
 * The look of everything people see: console, sign-in pages, approval component, sample application,
 * mails, documentation. Blue-black ink on warm paper, and the red of a seal for what is no warning.
 * `pnpm generate` writes it where each of them reads it.
 */

/** What a colour is for, never what it looks like. */
export interface Colours {
  /** Words. */
  readonly ink: string
  /** Words that matter less. */
  readonly soft: string
  /** Between parts of a page. */
  readonly line: string
  /** Around what can be filled in (WCAG 1.4.11: 3 to 1). */
  readonly field: string
  /** A sheet. */
  readonly paper: string
  /** What sheets lie on. */
  readonly ground: string
  /** Under the pointer. */
  readonly hover: string
  readonly chosen: string
  /** Links, what has the focus, what is filled. */
  readonly accent: string
  /** Words on what is filled. */
  readonly 'on-filled': string
  readonly good: string
  readonly bad: string
  readonly 'bad-ground': string
  readonly warn: string
  /** Drawings: the seal, beside the ink of the accent. */
  readonly seal: string
}

export const schemes = {
  light: {
    ink: '#1c2230',
    soft: '#585d68',
    line: '#dedbd3',
    field: '#898a8f',
    paper: '#ffffff',
    ground: '#f6f4f0',
    hover: '#f8f6f3',
    chosen: '#e7edfc',
    accent: '#1f4fd8',
    'on-filled': '#ffffff',
    good: '#1b6a3b',
    bad: '#a3161b',
    'bad-ground': '#fdecec',
    warn: '#754b00',
    seal: '#b5382a',
  },
  dark: {
    ink: '#e9ebf1',
    soft: '#aeb6c5',
    line: '#343b4a',
    field: '#77809a',
    paper: '#1a1f2a',
    ground: '#10131a',
    hover: '#212735',
    chosen: '#23304d',
    accent: '#8fb0ff',
    'on-filled': '#0d1422',
    good: '#7fd6a0',
    bad: '#ffb3b3',
    'bad-ground': '#3a1d20',
    warn: '#f0c674',
    seal: '#f2917f',
  },
} as const satisfies Record<string, Colours>

/** For who asks the system, or the console, for more contrast: 7 to 1 for every word. */
export const contrasts = {
  light: {
    ink: '#000000',
    soft: '#2b303b',
    line: '#5c6270',
    field: '#1c2230',
    paper: '#ffffff',
    ground: '#ffffff',
    hover: '#eef0f4',
    chosen: '#dde6ff',
    accent: '#0b2f9c',
    'on-filled': '#ffffff',
    good: '#0b4a25',
    bad: '#7d0d12',
    'bad-ground': '#ffffff',
    warn: '#4f3200',
    seal: '#7a1d12',
  },
  dark: {
    ink: '#ffffff',
    soft: '#dbe0ea',
    line: '#8a93a5',
    field: '#dbe0ea',
    paper: '#000000',
    ground: '#000000',
    hover: '#1b202b',
    chosen: '#17264d',
    accent: '#bdd0ff',
    'on-filled': '#000000',
    good: '#a6ecc0',
    bad: '#ffcdcd',
    'bad-ground': '#000000',
    warn: '#ffdf9e',
    seal: '#ffc2b5',
  },
} as const satisfies Record<keyof typeof schemes, Colours>

/** From light to dark, around the colours above: what the console's components are painted with. */
export const ramps = {
  brand: '#eef3ff #dce6ff #b8ccff #8fb0ff #668ff5 #4271ea #1f4fd8 #1a44bd #17399c #132d78'.split(
    ' ',
  ),
  gray: '#fbfaf8 #f6f4f0 #ebe8e1 #dedbd3 #c9c5ba #a09d95 #686a70 #585d68 #3c404b #1c2230'.split(
    ' ',
  ),
  dark: '#e9ebf1 #cbd0db #aeb6c5 #8a93a5 #485062 #343b4a #262c39 #1a1f2a #141821 #10131a'.split(
    ' ',
  ),
  // Dark enough in the light scheme for white words on it.
  red: '#fff0f0 #ffe0e0 #ffc2c2 #ffa3a3 #f77676 #e04848 #c42525 #ad1f1f #941a1a #7a1515'.split(' '),
} as const

/**
 * Sizes in rem: a page grows with the letters that somebody has chosen in the browser. The middle one
 * is for tables and controls, what an office looks at all day.
 */
export const sizes = {
  'text-xs': '0.75rem',
  'text-sm': '0.8125rem',
  'text-md': '0.875rem',
  'text-lg': '0.9375rem',
  'text-xl': '1.125rem',
  'text-2xl': '1.5rem',
  'space-xs': '0.25rem',
  'space-sm': '0.5rem',
  'space-md': '0.75rem',
  'space-lg': '1rem',
  'space-xl': '1.5rem',
  'radius-sm': '6px',
  'radius-md': '8px',
  'radius-lg': '12px',
  shadow: '0 1px 2px rgb(0 0 0 / 6%), 0 8px 24px rgb(0 0 0 / 14%)',
} as const

const chinese = [
  'PingFang SC',
  'Hiragino Sans GB',
  'Microsoft YaHei UI',
  'Microsoft YaHei',
  'Noto Sans CJK SC',
  'Noto Sans SC',
  'WenQuanYi Micro Hei',
]

/**
 * The system's own letters. `system-ui` is a Chinese font on a Chinese Windows and a Latin one
 * elsewhere, and Japanese forms may stand in for Chinese ones: so Chinese pages name theirs first.
 */
export const fonts = {
  latin: [
    'system-ui',
    '-apple-system',
    'Segoe UI',
    'Roboto',
    'Noto Sans',
    ...chinese,
    'sans-serif',
  ],
  chinese: ['-apple-system', ...chinese, 'system-ui', 'sans-serif'],
} as const

const frame = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'

// A C that a tick closes: the second signature. Two strokes of one width, so one colour is enough.
const drawing = 'M19.5 7A10.2 10.2 0 1 0 24.8 19.7M11 15.4l4.6 4.6L27 8'
const strokes = `fill="none" stroke="#ffffff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"`

/** The mark on its tile, for tabs and headers. */
export const mark = `${frame}<rect width="32" height="32" rx="8" fill="${schemes.light.accent}"/><path d="${drawing}" ${strokes}/></svg>`
