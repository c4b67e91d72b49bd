import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

// Built around the accent of the sign-in pages, in their light and their dark scheme.
const brand: MantineColorsTuple = [
  '#eef3ff',
  '#dce6ff',
  '#b8ccff',
  '#8fb0ff',
  '#668ff5',
  '#4271ea',
  '#1f4fd8',
  '#1a44bd',
  '#17399c',
  '#132d78',
]

// The inks and grounds of the sign-in pages: a cool grey instead of a neutral one.
const dark: MantineColorsTuple = [
  '#e9edf5',
  '#c9d1df',
  '#aab4c6',
  '#8792a8',
  '#465065',
  '#343d50',
  '#262e3d',
  '#1a202c',
  '#141923',
  '#10141c',
]

const gray: MantineColorsTuple = [
  '#f7f9fc',
  '#eef1f6',
  '#e2e7ef',
  '#d3d9e4',
  '#c3cad6',
  '#99a3b5',
  '#5f6b80',
  '#566074',
  '#3a4457',
  '#1c2330',
]

// Dark enough in the light scheme for white words on it.
const red: MantineColorsTuple = [
  '#fff0f0',
  '#ffe0e0',
  '#ffc2c2',
  '#ffa3a3',
  '#f77676',
  '#e04848',
  '#c42525',
  '#ad1f1f',
  '#941a1a',
  '#7a1515',
]

const tintOf = (color = 'brand', percent: number) =>
  `color-mix(in srgb, var(--mantine-color-${color}-filled, ${color}) ${percent}%, var(--console-paper))`

// In the dark scheme what is filled is light, whatever its colour: words on it are dark there.
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input)
  // Words in the library's red are too pale on paper.
  const isRedWord = input.color === 'red' && input.variant !== 'filled'
  const colors = isRedWord ? { ...resolved, color: 'var(--console-bad)' } : resolved
  switch (input.variant) {
    case 'filled':
      return { ...colors, color: `light-dark(${colors.color}, var(--console-on-filled))` }
    case 'light':
      return {
        ...colors,
        background: `light-dark(${tintOf(input.color, 12)}, ${tintOf(input.color, 16)})`,
      }
    default:
      return colors
  }
}

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 3 },
  autoContrast: true,
  variantColorResolver,
  colors: { brand, dark, gray, red },
  black: '#1c2330',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans SC", sans-serif',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.5rem', lineHeight: '1.25' } } },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // An empty element to begin with is nothing that a menu may hold: the first item takes the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // The list itself scrolls (base.css): a scroller inside it would be one more stop for Tab.
    Select: { defaultProps: { withScrollArea: false } },
    MultiSelect: { defaultProps: { withScrollArea: false } },
  },
})
