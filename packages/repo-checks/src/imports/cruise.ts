import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { rules } from './rules.ts'

/** One import that a rule forbids. */
export interface Violation {
  readonly rule: string
  readonly from: string
  readonly to: string
}

/**
 * Reads every import below the given folders of a tree and compares it with {@link rules}.
 *
 * @throws when a folder has no modules: a parser that finds nothing would pass every rule. That is
 *   what dependency-cruiser's default parser does beside TypeScript 7, hence swc.
 */
export async function checkImports(
  root: string,
  folders: readonly string[],
): Promise<readonly Violation[]> {
  const result = await readImports(root, folders)
  for (const folder of folders) {
    if (!result.modules.some(({ source }) => source.startsWith(`${folder}/`))) {
      throw new Error(`no module found below ${folder}/: nothing was checked`)
    }
  }
  return result.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }))
}

async function readImports(root: string, folders: readonly string[]): Promise<ICruiseResult> {
  const { output } = await cruise(
    [...folders],
    {
      // With a slash at its end it is refused.
      baseDir: root.replace(/\/$/, ''),
      parser: 'swc',
      tsPreCompilationDeps: true,
      combinedDependencies: true,
      exclude: { path: '(^|/)(dist|coverage)/' },
      doNotFollow: { path: 'node_modules' },
      validate: true,
      ruleSet: { forbidden: [...rules] },
    },
    {
      conditionNames: ['source', 'types', 'import', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mts', '.d.ts', '.js', '.mjs', '.cjs', '.json'],
      mainFields: ['module', 'main', 'types'],
    },
  )
  if (typeof output === 'string') throw new Error('dependency-cruiser gave no result')
  return output
}
