import { examine, type Finding } from '@countersign/service-kit/doctor'
import { examineIdentity, examineIssuer } from '@countersign/service-kit/doctor-neighbours'
import { examineAnchor, examineDatabase } from '@countersign/service-kit/doctor-own'
import { createHttpClient } from '@countersign/service-kit/http-client'
import type { Config } from '../config.ts'
import { type ToolName, TOOLS, type Tools } from '../conversion/tools.ts'
import type { Deps } from '../deps.ts'
import { listAllSources } from '../features/sources/queries.ts'
import { migrations } from '../migrations.ts'

/**
 * Looks at everything the service needs and changes nothing that stays: the database and its
 * version, each storage source (a small object is written, read and removed), iam and bpm (with the
 * service's own token), the scanner, and the tools for previews, whose absence is no fault.
 */
export async function diagnose(
  deps: Pick<Deps, 'db' | 'stores' | 'directory' | 'bpm' | 'scanner' | 'tools'>,
  databaseUrl: string,
): Promise<Finding[]> {
  const database = await examineDatabase(deps.db, { url: databaseUrl, directory: migrations })
  const findings = [...database]
  if (database.every(({ ok }) => ok)) {
    const sources = await listAllSources(deps.db)
    for (const source of sources) {
      const probe = async () => answering((await deps.stores.open(source)).probe())
      findings.push(await examine(`source ${source.name} of tenant ${source.tenantId}`, probe))
    }
    // Tokens are for a tenant; without any there is nothing to ask about.
    const [first] = sources
    if (first !== undefined) findings.push(...(await askServices(deps, first.tenantId)))
  }
  const { scanner } = deps
  if (scanner !== undefined)
    findings.push(await examine('scanner', () => answering(scanner.ping())))
  findings.push(...TOOLS.map((tool) => describeTool(deps.tools, tool)))
  findings.push(await describeIsolation(deps.tools))
  return findings
}

async function askServices(
  { directory, bpm }: Pick<Deps, 'directory' | 'bpm'>,
  tenantId: string,
): Promise<Finding[]> {
  const iam = await examine('iam', () =>
    answering(directory.findUnknown(tenantId, [`user:${NOBODY}`])),
  )
  const workflow = await examine('bpm', async () => {
    const found = await bpm.findById(tenantId, NOBODY)
    if (found === 'unknown') throw new Error('gives no answer that can be used')
    return 'answers'
  })
  return [iam, workflow]
}

/** What is around the service, as its settings name it. */
export async function diagnoseSettings(config: Config): Promise<readonly Finding[]> {
  const http = createHttpClient({ userAgent: 'countersign-dms' })
  const findings = await Promise.all([
    examineIssuer(config.ISSUER_URL),
    examineAnchor(config, 'dms'),
    examineIdentity(config, http),
  ])
  await http.close()
  return findings.flat()
}

const answering = async (asked: Promise<unknown>): Promise<string> => {
  await asked
  return 'answers'
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
