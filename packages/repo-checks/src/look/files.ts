import { consoleCss, panelModule, sampleCss, serviceModule } from './css.ts'
import { mark, ramps } from './tokens.ts'

const paletteModule =
  (): string => `// Generated from packages/repo-checks/src/look by \`pnpm generate\`; do not edit.
import type { MantineColorsTuple } from '@mantine/core'

${Object.entries(ramps)
  .map(
    ([name, colours]) =>
      `export const ${name}: MantineColorsTuple = [\n${colours.map((colour) => `  '${colour}',\n`).join('')}]\n`,
  )
  .join('\n')}`

const files: readonly { readonly path: string; readonly content: () => string }[] = [
  { path: 'packages/console/src/theme/tokens.css', content: consoleCss },
  { path: 'packages/console/src/theme/palette.ts', content: paletteModule },
  { path: 'packages/console/public/mark.svg', content: () => `${mark}\n` },
  { path: 'packages/approval-ui/src/look.ts', content: panelModule },
  { path: 'packages/service-kit/src/look/look.ts', content: () => serviceModule(mark) },
  { path: 'deploy/expense-web/src/tokens.css', content: sampleCss },
]

/** Where each of those who draw something reads the look of all. */
export const lookFiles = files.map(({ path, content }) => ({
  path,
  generate: () => Promise.resolve(content()),
}))
