import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { lint, loadConfig } from '@redocly/openapi-core'

/**
 * What is wrong with the committed documents of the interfaces by the rules of `redocly.yaml`, one
 * line each.
 */
export async function lintInterfaces(root: URL): Promise<readonly string[]> {
  const services = await readdir(new URL('services/', root))
  const documents = [
    ...services.map((name) => `services/${name}/openapi.json`),
    'services/iam/openapi-protocols.json',
    'packages/contracts/asyncapi.json',
  ]
  const faults = await Promise.all(documents.map((path) => lintDocument(root, path)))
  return faults.flat()
}

/** @param path Of an OpenAPI or AsyncAPI document, from the root. */
export async function lintDocument(root: URL, path: string): Promise<readonly string[]> {
  const config = await loadConfig({ configPath: fileURLToPath(new URL('redocly.yaml', root)) })
  const found = await lint({ ref: fileURLToPath(new URL(path, root)), config })
  return found.map(({ ruleId, message, location: [at] }) => {
    const where = at?.pointer ?? ''
    return `${ruleId}: ${path}${where} ${message.replaceAll(/\s+/g, ' ')}`
  })
}
