import {
  createTheme,
  defaultVariantColorsResolver,
  type VariantColorsResolver,
} from '@mantine/core'
import { brand, dark, gray, red } from './palette.ts'

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
  black: gray[9],
  fontFamily: 'var(--console-font)',
  fontSizes: {
    xs: 'var(--console-text-xs)',
    sm: 'var(--console-text-md)',
    md: 'var(--console-text-lg)',
    lg: 'var(--console-text-xl)',
  },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: 'var(--console-text-2xl)', lineHeight: '1.25' },
      h2: { fontSize: 'var(--console-text-xl)', lineHeight: '1.3' },
      h3: { fontSize: 'var(--console-text-lg)', lineHeight: '1.35' },
      h4: { fontSize: 'var(--console-text-lg)', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // An empty element to begin with is nothing that a menu may hold: the first item takes the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // The list itself scrolls (base.css): a scroller inside it would be one more stop for Tab.
    Select: { defaultProps: { withScrollArea: false } },
    MultiSelect: { defaultProps: { withScrollArea: false } },
    // The head of a dialog is no banner of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
    DrawerHeader: { defaultProps: { role: 'none' } },
  },
})
