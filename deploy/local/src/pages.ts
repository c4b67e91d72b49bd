import { buildFolder, buildProgram, isBuilt, type PagePackage } from '@countersign/page-build'
import type { Layout } from './layout.ts'
import type { Pages, Plan } from './plan.ts'
import { logFileOf } from './services.ts'
import { runTask } from './task.ts'

interface Builder {
  readonly layout: Layout
  readonly baseEnv: Plan['baseEnv']
}

/** Builds what was not built before of these very sources, by whichever platform of this checkout. */
export async function ensurePages(
  builder: Builder,
  report: (line: string) => void,
): Promise<Pages> {
  const [gateway, expense] = await Promise.all([
    ensureBuilt('packages/console', builder, report),
    ensureBuilt('deploy/expense-web', builder, report),
  ])
  return {
    ...(gateway === undefined ? {} : { console: gateway }),
    ...(expense === undefined ? {} : { expense }),
  }
}

/** Everything else of the platform works without pages: that they are missing is told, no more. */
async function ensureBuilt(
  pages: PagePackage,
  { layout, baseEnv }: Builder,
  report: (line: string) => void,
): Promise<string | undefined> {
  const folder = await buildFolder(pages)
  if (isBuilt(folder)) return folder
  try {
    await runTask({
      name: `building ${pages}`,
      entry: buildProgram,
      args: [pages, folder],
      env: { ...baseEnv, NODE_ENV: 'production' },
      logFile: logFileOf(layout, 'pages'),
    })
    return folder
  } catch (error) {
    report(
      `! There are no pages of ${pages}: ${error instanceof Error ? error.message : String(error)}`,
    )
    return undefined
  }
}
