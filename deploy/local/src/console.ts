import { buildFolder, buildProgram, isBuilt } from '@countersign/console/build'
import type { Layout } from './layout.ts'
import type { Plan } from './plan.ts'
import { logFileOf } from './services.ts'
import { runTask } from './task.ts'

/**
 * Builds the console unless these very sources were built before, by whichever platform of this
 * checkout.
 *
 * @returns the folder to serve; undefined when the build fails, which is told: everything else of
 *   the platform works without it.
 */
export async function ensureConsole(
  { layout, baseEnv }: { readonly layout: Layout; readonly baseEnv: Plan['baseEnv'] },
  report: (line: string) => void,
): Promise<string | undefined> {
  const folder = await buildFolder()
  if (isBuilt(folder)) return folder
  try {
    await runTask({
      name: 'building the console',
      entry: buildProgram,
      args: [folder],
      env: { ...baseEnv, NODE_ENV: 'production' },
      logFile: logFileOf(layout, 'console'),
    })
    return folder
  } catch (error) {
    report(`! There is no console: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}
