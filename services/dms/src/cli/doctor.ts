import { checkMigrations } from '@countersign/service-kit/migrate'
import { type ToolName, TOOLS, type Tools } from '../conversion/tools.ts'
import type { Deps } from '../deps.ts'
import { listAllSources } from '../features/sources/queries.ts'
import { migrations } from '../migrations.ts'

export interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly detail?: string
}

/**
 * Looks at everything the service needs and changes nothing that stays: the database and its
 * version, each storage source (a small object is written, read and removed), iam and bpm (with the
 * service's own token), the scanner, and the tools for previews, whose absence is no fault.
 */
export async function diagnose(
  deps: Pick<Deps, 'db' | 'stores' | 'directory' | 'bpm' | 'scanner' | 'tools'>,
  databaseUrl: string,
): Promise<Finding[]> {
  const database = await attempt('database', async () => {
    const pending = await checkMigrations({ url: databaseUrl, directory: migrations })
    if (pending.length > 0) throw new Error(`to be migrated: ${pending.join(', ')}`)
  })
  const findings = [database]
  if (database.ok) {
    const sources = await listAllSources(deps.db)
    for (const source of sources) {
      const probe = async () => (await deps.stores.open(source)).probe()
      findings.push(await attempt(`source ${source.name} of tenant ${source.tenantId}`, probe))
    }
    // Tokens are for a tenant; without any there is nothing to ask about.
    const [first] = sources
    if (first !== undefined) findings.push(...(await askServices(deps, first.tenantId)))
  }
  const { scanner } = deps
  if (scanner !== undefined) findings.push(await attempt('scanner', () => scanner.ping()))
  findings.push(...TOOLS.map((tool) => describeTool(deps.tools, tool)))
  findings.push(await describeIsolation(deps.tools))
  return findings
}

async function askServices(
  { directory, bpm }: Pick<Deps, 'directory' | 'bpm'>,
  tenantId: string,
): Promise<Finding[]> {
  const iam = await attempt('iam', async () => {
    await directory.findUnknown(tenantId, [`user:${NOBODY}`])
  })
  const workflow = await attempt('bpm', async () => {
    const found = await bpm.findById(tenantId, NOBODY)
    if (found === 'unknown') throw new Error('gives no answer that can be used')
  })
  return [iam, workflow]
}

const NOBODY = '00000000-0000-4000-8000-000000000000'

const purposes: Readonly<Record<ToolName, string>> = {
  pdftoppm: 'thumbnails and pages of PDF and Office files',
  pdftotext: 'text of PDF files',
  pdfinfo: 'page counts',
  ffmpeg: 'thumbnails of pictures and films, watermarks',
  'heif-convert': 'previews of HEIC and AVIF pictures',
  soffice: 'previews of Office files',
}

function describeTool(tools: Tools, tool: ToolName): Finding {
  const path = tools.find(tool)
  const detail = path ?? `not installed, so there are no ${purposes[tool]}`
  return { check: `tool ${tool}`, ok: true, detail }
}

async function describeIsolation(tools: Tools): Promise<Finding> {
  const { hasNoNetwork, limiter, isEnough } = await tools.isolation()
  const network = hasNoNetwork ? 'no network' : 'network not cut off'
  const limits = limiter === undefined ? 'memory not limited' : 'memory limited'
  return { check: 'isolation of tools', ok: isEnough, detail: `${network}, ${limits}` }
}

async function attempt(check: string, work: () => Promise<void>): Promise<Finding> {
  try {
    await work()
    return { check, ok: true }
  } catch (error) {
    return { check, ok: false, detail: describeError(error) }
  }
}

// Messages of ours name no secret and no signed address. A connection that is refused at several
// addresses has a code and no message.
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  const own = error.message || (typeof code === 'string' ? code : 'unknown')
  return error.cause instanceof Error ? `${own} ${describeError(error.cause)}` : own
}
