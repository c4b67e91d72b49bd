import { randomUUID } from 'node:crypto'
import { call, type Setup, type TestUser } from './setup.ts'

/** As the workflow service calls. */
export function asWorkflow(setup: Setup, scopes: readonly string[] = ['dms.internal']) {
  const { tenantId } = setup
  const token = setup.issuer.serviceToken({ clientId: 'workflow', scopes: [...scopes], tenantId })
  return { id: 'workflow', token, headers: { authorization: `Bearer ${token}` } }
}

interface Version {
  readonly versionId: string
}

/** An approval of some application, as the workflow service tells of it: every call is its next number. */
export function approvalOf(setup: Setup, instanceId: string = randomUUID()) {
  let number = 0
  let attached: { versionId: string; attachedBy: string }[] = []
  let removed: { versionId: string; removedBy: string }[] = []
  let tasks: { taskNo: string; nodeName: string; holders: string[] }[] = []
  const bodyOf = () => ({ number: ++number, versions: attached, removed, tasks })
  const send = async (body: object) => {
    const path = `/internal/v1/dms/approvals/${instanceId}/attachments`
    return (await call(setup, asWorkflow(setup), 'PUT', path, body)).status
  }
  return {
    instanceId,
    send,
    bodyOf,
    attach: (by: TestUser, ...versions: readonly Version[]) => {
      attached = [
        ...attached,
        ...versions.map(({ versionId }) => ({ versionId, attachedBy: by.id })),
      ]
      return send(bodyOf())
    },
    remove: (by: TestUser, { versionId }: Version) => {
      attached = attached.filter((one) => one.versionId !== versionId)
      removed = [...removed, { versionId, removedBy: by.id }]
      return send(bodyOf())
    },
    /** Who has a task now: the only one, or one of several by its number. */
    ask: (users: readonly TestUser[], taskNo = 'T-00000001') => {
      const task = { taskNo, nodeName: 'Manager approval', holders: users.map(({ id }) => id) }
      tasks = [
        ...tasks.filter((one) => one.taskNo !== taskNo),
        ...(users.length === 0 ? [] : [task]),
      ]
      return send(bodyOf())
    },
  }
}
