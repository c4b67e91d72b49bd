import { probeDocker } from './docker.ts'
import { findS3, isHidden } from './optional-tools.ts'

const IMAGE = 'versity/versitygw:v1.8.0'
const PORT = 7070
const REGION = 'us-east-1'

/**
 * Sees to an S3 server for the storage tests: the one named by `TEST_S3_ENDPOINT`, else a Versity
 * Gateway in a container when Docker answers. Names it in `env`, from where the test files, which
 * run in processes of their own, take it.
 *
 * @returns what stops it.
 */
export async function startS3(env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  const nothing = (): Promise<void> => Promise.resolve()
  if (findS3(env) !== undefined || isHidden('s3', env)) return nothing
  if (!(await probeDocker(env))) return nothing
  const { GenericContainer, Wait } = await import('testcontainers')
  const keys = { access: 'test-access-key', secret: 'test-secret-key' }
  const container = await new GenericContainer(IMAGE)
    .withEnvironment({ ROOT_ACCESS_KEY: keys.access, ROOT_SECRET_KEY: keys.secret })
    .withTmpFs({ '/objects': 'rw', '/attributes': 'rw' })
    .withCommand(['--quiet', '--region', REGION, 'posix', '--sidecar', '/attributes', '/objects'])
    .withExposedPorts(PORT)
    .withWaitStrategy(Wait.forListeningPorts())
    .start()
  env['TEST_S3_ENDPOINT'] = `http://${container.getHost()}:${container.getMappedPort(PORT)}`
  env['TEST_S3_ACCESS_KEY'] = keys.access
  env['TEST_S3_SECRET_KEY'] = keys.secret
  env['TEST_S3_REGION'] = REGION
  return async () => {
    await container.stop()
  }
}
