import { describe, expect, it } from 'vitest'
import { consoleCss } from './css.ts'
import { contrasts, ramps, schemes, sizes, type Colours } from './tokens.ts'

const words = ['ink', 'soft', 'accent', 'good', 'bad', 'warn'] as const
const grounds = ['paper', 'ground', 'hover', 'chosen'] as const

/** Contrast of two colours (WCAG 2.2). */
function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Pairs of a colour and what it lies on that have less than so much. */
function findPale(colours: Colours, enough: number): readonly string[] {
  const pairs = [
    ...words.flatMap((word) => grounds.map((ground) => [word, ground] as const)),
    ['bad', 'bad-ground'] as const,
    ['on-filled', 'accent'] as const,
  ]
  return pairs
    .filter(([word, ground]) => contrastOf(colours[word], colours[ground]) < enough)
    .map(([word, ground]) => `${word} on ${ground}`)
}

describe('the look of everything', () => {
  it.each(Object.entries(schemes))('has words that are read by everybody: %s', (_name, colours) => {
    expect(findPale(colours, 4.5)).toEqual([])
  })

  it.each(Object.entries(contrasts))('has 7 to 1 for who asks for more: %s', (_name, colours) => {
    expect(findPale(colours, 7)).toEqual([])
  })

  it.each([...Object.entries(schemes), ...Object.entries(contrasts)])(
    'has edges of fields, and drawings, that are told from their ground: %s',
    (_name, { field, seal, paper, ground }) => {
      for (const sheet of [paper, ground]) {
        expect(contrastOf(seal, sheet)).toBeGreaterThanOrEqual(3)
      }
      expect(contrastOf(field, paper)).toBeGreaterThanOrEqual(3)
    },
  )

  it('paints the components with the same colours', () => {
    const { light, dark } = schemes
    expect(ramps.brand).toEqual(expect.arrayContaining([light.accent, dark.accent]))
    expect(ramps.gray).toEqual(expect.arrayContaining([light.ground, light.line, light.ink]))
    expect(ramps.dark).toEqual(expect.arrayContaining([dark.ground, dark.paper, dark.ink]))
    expect(Object.values(ramps).map(({ length }) => length)).toEqual([10, 10, 10, 10])
  })

  it('gives Chinese pages Chinese letters first, and every size to the console', () => {
    const [, chinese = ''] = consoleCss().split(':root:lang(zh)')
    expect(chinese).toMatch(/-apple-system, 'PingFang SC'.*system-ui/s)
    for (const name of Object.keys(sizes)) expect(consoleCss()).toContain(`--console-${name}:`)
  })
})
