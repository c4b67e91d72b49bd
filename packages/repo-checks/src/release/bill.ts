import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { must } from './prepare.ts'
import type { Published } from './published.ts'

/** A bill of materials (CycloneDX 1.6), as far as it is read here. */
export interface Bill {
  readonly bomFormat: string
  readonly serialNumber?: string
  readonly metadata: { readonly timestamp?: string; readonly component?: unknown }
  readonly components?: readonly Component[]
  readonly dependencies?: readonly Dependency[]
}

interface Component {
  readonly 'bom-ref': string
  readonly purl?: string
  readonly licenses?: readonly unknown[]
}

interface Dependency {
  readonly ref: string
  readonly dependsOn?: readonly string[]
}

/** Of packages whose package.json names none: what the LICENSE file in them is, as we read it. */
const readByUs: ReadonlyMap<string | undefined, string> = new Map([['pkg:npm/png-js@2.0.0', 'MIT']])

/** @throws naming what has no licence. */
export function withLicences(bill: Bill): Bill {
  const components = (bill.components ?? []).map((component) => {
    const id = readByUs.get(component.purl)
    return id === undefined ? component : { ...component, licenses: [{ license: { id } }] }
  })
  const missing = components.filter(({ licenses = [] }) => licenses.length === 0)
  if (missing.length > 0)
    throw new Error(`without a licence: ${missing.map(({ purl }) => purl).join(', ')}`)
  return { ...bill, components }
}

/**
 * The bill of materials of a package of the workspace: what it brings at run time, from the lockfile,
 * with licences. pnpm makes it.
 *
 * @throws when anything in it has no licence.
 */
export async function readBill(root: string, name: string): Promise<Bill> {
  const pnpm = ['npx', '-y', 'pnpm@12.21.0', '--filter', name]
  const format = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6']
  const bill = JSON.parse(await must([...pnpm, 'sbom', ...format, '--prod'], root)) as Bill
  if (bill.bomFormat !== 'CycloneDX') throw new Error(`${name}: not a bill of materials`)
  return withLicences(bill)
}

/** Writes the bill of each package into a folder; gives the files. */
export async function writeBills(
  root: string,
  packages: readonly Published[],
  folder: string,
): Promise<readonly string[]> {
  const files: string[] = []
  for (const { manifest } of packages) {
    const bill = await readBill(root, manifest.name)
    const name = manifest.name.replace('@', '').replace('/', '-')
    const file = join(folder, `${name}-${manifest.version}.cdx.json`)
    await writeFile(file, JSON.stringify(bill, undefined, 2))
    files.push(file)
  }
  return files
}

/**
 * One bill for what is shipped as one, named after the first. The same packages give the same bytes:
 * sorted, the given time for the time, no number drawn by lot (CycloneDX asks for neither).
 *
 * @param time Seconds since 1970.
 */
export function mergeBills(bills: readonly [Bill, ...Bill[]], time: number): Bill {
  const { serialNumber: _, ...first } = bills[0]
  const components = new Map(
    bills.flatMap((bill) => bill.components ?? []).map((each) => [each['bom-ref'], each]),
  )
  const dependencies = new Map<string, readonly string[]>()
  for (const { ref, dependsOn = [] } of bills.flatMap((bill) => bill.dependencies ?? []))
    dependencies.set(ref, [...new Set([...(dependencies.get(ref) ?? []), ...dependsOn])])
  return {
    ...first,
    metadata: { ...first.metadata, timestamp: new Date(time * 1_000).toISOString() },
    components: inOrder(components).map(([, component]) => component),
    dependencies: inOrder(dependencies).map(([ref, on]) => ({ ref, dependsOn: on.toSorted() })),
  }
}

const inOrder = <T>(entries: ReadonlyMap<string, T>): [string, T][] =>
  [...entries].toSorted(([one], [other]) => (one < other ? -1 : 1))
