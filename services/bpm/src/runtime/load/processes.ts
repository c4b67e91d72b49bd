import { createBoundedCache } from '@countersign/service-kit/bounded-cache'
import { compiledOf } from '../../core/definition/compiled-of.ts'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { Database, Db } from '../../db/schema.ts'
import type { Offload } from '../../offload/offload.ts'

/** Compiled definitions by id. A published definition never changes, so nothing is ever outdated. */
export interface Processes {
  /**
   * @param from Where to read it when it is not kept: the transaction, for work inside of one, which
   *   must not wait for a second connection, nor for somebody who waits for one.
   * @throws Error when the definition is gone: instances keep theirs.
   */
  get(tenantId: string, definitionId: string, from?: Db): Promise<CompiledProcess>
  /** What is kept; undefined when it would have to be read. */
  kept(tenantId: string, definitionId: string): CompiledProcess | undefined
}

type Reading = Promise<CompiledProcess>

const maxProcesses = 500

/**
 * Reads and compiles a definition once per process and keeps it; the one that was not used for the
 * longest time goes first. Requests that want the same one at once wait for one compilation.
 */
export function createProcesses(db: Database, offload: Offload): Processes {
  const read = createBoundedCache<CompiledProcess>({ max: maxProcesses })
  // Who reads in a transaction has a connection: others who have one wait for it, and for nobody else.
  const readings = { free: new Map<string, Reading>(), held: new Map<string, Reading>() }
  const kept: Processes['kept'] = (tenantId, definitionId) =>
    read.get(`${tenantId}/${definitionId}`)
  return {
    kept,
    async get(tenantId, definitionId, from = db) {
      const key = `${tenantId}/${definitionId}`
      const reading = from === db ? readings.free : readings.held
      const known = kept(tenantId, definitionId) ?? reading.get(key)
      if (known !== undefined) return known
      const process = readProcess(from, offload, tenantId, definitionId)
      reading.set(key, process)
      try {
        const compiled = await process
        read.set(key, compiled)
        return compiled
      } finally {
        reading.delete(key)
      }
    },
  }
}

async function readProcess(
  db: Db,
  offload: Offload,
  tenantId: string,
  definitionId: string,
): Promise<CompiledProcess> {
  const { bpmnXml, imported } = await db
    .selectFrom('definitions')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', definitionId)
    .select(['bpmn_xml as bpmnXml', 'imported'])
    .executeTakeFirstOrThrow()
  const document = { bpmnXml, readsForeign: imported !== null }
  const { length } = bpmnXml
  return compiledOf(await offload.run('read', document, { tenantId, length, isPublished: true }))
}
