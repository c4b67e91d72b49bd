import { isDeepStrictEqual } from 'node:util'
import type { Engine } from './engine.ts'

/** An image, but for the times that the engine writes beside it. */
interface Image {
  readonly layers: readonly string[]
  readonly config: { readonly Labels: Readonly<Record<string, string>> }
}

export const programs = ['iam', 'bpm', 'dms', 'gateway', 'expense'] as const

// What WORKDIR leaves where the folder is there already: the archive of nothing.
const empty = 'sha256:5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef'

export const tagOf = (program: string, version: string) => `countersign/${program}:${version}`

/** The digests of the layers (of their content, uncompressed) and the settings of an image. */
async function imageOf({ docker }: Engine, tag: string): Promise<Image> {
  const format = '{"layers":{{json .RootFS.Layers}},"config":{{json .Config}}}'
  return JSON.parse(await docker('image', 'inspect', '--format', format, tag)) as Image
}

export const imagesOf = (engine: Engine, version: string): Promise<readonly Image[]> =>
  Promise.all(programs.map((program) => imageOf(engine, tagOf(program, version))))

/** @throws unless each adds two layers to its base, says what it is and holds its bill of materials. */
export async function checkImages(engine: Engine, version: string): Promise<void> {
  for (const program of programs) {
    const { layers, config } = await imageOf(engine, tagOf(program, version))
    const label = (name: string) => config.Labels[`org.opencontainers.image.${name}`]
    const base = await imageOf(engine, label('base.name') ?? '')
    const added = layers.slice(base.layers.length).filter((digest) => digest !== empty)
    if (added.length !== 2) throw new Error(`${program} adds ${added.length} layers to its base`)
    const said = [label('title'), label('version')]
    if (!isDeepStrictEqual(said, [`countersign/${program}`, version]))
      throw new Error(`${program} is labelled ${said.join(' ')}`)
    const script = 'console.log(require("/app/bill.cdx.json").components.length)'
    const run = ['run', '--rm', '--network', 'none', tagOf(program, version), 'node', '-e', script]
    const parts = Number(await engine.docker(...run))
    if (!(parts > 0)) throw new Error(`the bill of materials of ${program} is empty`)
  }
}

/** @throws naming those of which another build gave other layers or settings. */
export function compareBuilds(one: readonly Image[], other: readonly Image[]): void {
  const changed = programs.filter((_, index) => !isDeepStrictEqual(one[index], other[index]))
  if (changed.length > 0) throw new Error(`built twice, not the same: ${changed.join(', ')}`)
}
