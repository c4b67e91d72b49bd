import { join } from 'node:path'
import { layoutOf, prepareLayout } from '@countersign/local/layout'
import type { Plan } from '@countersign/local/plan'
import { placePostgres } from '@countersign/local/postgres/account'
import { findBinaries } from '@countersign/local/postgres/binaries'
import { ensureCluster } from '@countersign/local/postgres/cluster'
import { baseEnvironment } from '@countersign/local/processes'
import { ensureSecrets } from '@countersign/local/secrets'
import { describePlatform } from '@countersign/local/seed/platform'
import { postgresProgram } from '@countersign/local/services'
import { readSettings } from '@countersign/local/settings'
import { Supervised } from '@countersign/local/supervisor'

/**
 * Starts the PostgreSQL of a data folder, of which it may have the secrets alone, and nothing else.
 *
 * @returns what the programs of now are made from on it.
 */
export async function startOwnServer(
  dataDir: string,
  portBase: number,
): Promise<{ readonly plan: Plan; readonly server: Supervised }> {
  const layout = layoutOf(dataDir)
  await prepareLayout(layout)
  const secrets = await ensureSecrets(layout.secretsFile)
  const settings = readSettings({ PORT_BASE: String(portBase), DATA_DIR: dataDir }, dataDir)
  const platform = describePlatform(settings, secrets)
  const baseEnv = baseEnvironment(process.env)
  const plan: Plan = { settings, layout, secrets, platform, baseEnv, pages: {} }
  const placement = await placePostgres(findBinaries(), layout.postgresDir, secrets.ids.cluster)
  await ensureCluster(placement, secrets.postgres)
  const server = new Supervised(postgresProgram(plan, placement), {
    logFile: join(layout.logsDir, 'postgresql.log'),
    report: () => {},
    onPid: () => {},
  })
  await server.start()
  return { plan, server }
}
