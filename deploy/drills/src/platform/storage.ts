import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Supervised } from '@countersign/local/supervisor'
import { findFreePort } from '@countersign/test-kit/ports'

/** An S3 server that several processes of dms write to; a folder has one writer. */
export interface DrillStorage {
  /** Adds a user who may write to the buckets; settings of dms. */
  readonly addUser: (name: string) => Promise<NodeJS.ProcessEnv>
  /** The same for the anchors of audits. */
  readonly addAnchorUser: (name: string) => Promise<NodeJS.ProcessEnv>
  readonly removeUser: (name: string) => Promise<void>
  readonly stop: () => Promise<void>
}

const [rootKey, rootSecret] = ['root-of-the-drill', 'a secret of its root']
const bucket = 'documents'
const anchors = 'anchors'

/**
 * Starts Versity Gateway, named by `TEST_S3_SERVER`.
 *
 * @throws when it is not.
 */
export async function startStorage(
  dataDir: string,
  report: (line: string) => void,
): Promise<DrillStorage> {
  const { TEST_S3_SERVER: command } = process.env
  if (command === undefined) {
    const source = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0'
    throw new Error(`several of dms need an S3: go install ${source}, TEST_S3_SERVER=<its path>`)
  }
  const [objects, attributes] = [join(dataDir, 's3', 'objects'), join(dataDir, 's3', 'attributes')]
  // A bucket is a folder.
  for (const name of [bucket, anchors]) await mkdir(join(objects, name), { recursive: true })
  await mkdir(attributes, { recursive: true })
  const users = join(dataDir, 's3', 'users')
  await mkdir(users)
  const port = await findFreePort()
  const endpoint = `http://127.0.0.1:${port}`
  const server = new Supervised(
    {
      name: 'S3',
      command,
      args: argumentsOf(port, users, attributes, objects),
      env: { ROOT_ACCESS_KEY: rootKey, ROOT_SECRET_KEY: rootSecret },
      cwd: dataDir,
      guarded: false,
      stopTimeoutMs: 5_000,
      startRetries: 0,
      isReady: () => answers(endpoint),
      requestStop: (child) => void child.kill('SIGTERM'),
    },
    { logFile: join(dataDir, 's3.log'), report, onPid: () => {} },
  )
  await server.start()
  return { ...usersOf(command, endpoint), stop: () => server.stop() }
}

function argumentsOf(port: number, users: string, attributes: string, objects: string) {
  const address = `127.0.0.1:${port}`
  return [
    '--keep-alive',
    '--port',
    address,
    '--iam-dir',
    users,
    'posix',
    '--sidecar',
    attributes,
    objects,
  ]
}

function usersOf(command: string, endpoint: string): Omit<DrillStorage, 'stop'> {
  const administer = async (...words: string[]) => {
    const as = ['--access', rootKey, '--secret', rootSecret, '--endpoint-url', endpoint]
    await promisify(execFile)(command, ['admin', ...as, ...words])
  }
  const createUser = async (name: string): Promise<string> => {
    const secret = randomBytes(20).toString('hex')
    await administer('create-user', '--access', name, '--secret', secret, '--role', 'admin')
    return secret
  }
  return {
    addUser: async (name) => ({
      STORAGE_FILESYSTEM_ROOT: '',
      STORAGE_S3_ENDPOINT: endpoint,
      STORAGE_S3_BUCKET: bucket,
      STORAGE_S3_ACCESS_KEY: name,
      STORAGE_S3_SECRET_KEY: await createUser(name),
    }),
    addAnchorUser: async (name) => ({
      AUDIT_ANCHOR: `s3:${endpoint}/${anchors}`,
      AUDIT_ANCHOR_ACCESS_KEY: name,
      AUDIT_ANCHOR_SECRET_KEY: await createUser(name),
      AUDIT_ANCHOR_SECONDS: '5',
    }),
    removeUser: (name) => administer('delete-user', '--access', name),
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (reply) => {
      await reply.body?.cancel()
      return true
    },
    () => false,
  )
