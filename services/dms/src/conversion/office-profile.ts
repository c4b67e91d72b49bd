import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// No macro, no link of a document that leads out of it, no update of linked tables, no Java.
const settings = [
  ['Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['Office.Common/Security/Scripting', 'DisableActiveContent', 'true'],
  ['Office.Writer/Content/Update', 'Link', '0'],
  ['Office.Writer/Content/Update', 'Field', 'false'],
  ['Office.Calc/Content/Update', 'Link', '2'],
  ['Office.Java/VirtualMachine', 'EnableJava', 'false'],
] as const

/**
 * Writes a fresh profile for one run of LibreOffice, so that no document leaves anything for the
 * next.
 *
 * @returns the argument that makes LibreOffice use it.
 */
export async function writeOfficeProfile(directory: string): Promise<string> {
  const profile = join(directory, 'profile')
  await mkdir(join(profile, 'user'), { recursive: true })
  const items = settings.map(
    ([path, name, value]) =>
      `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse">` +
      `<value>${value}</value></prop></item>`,
  )
  const text =
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry" ' +
    'xmlns:xs="http://www.w3.org/2001/XMLSchema" ' +
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `${items.join('\n')}</oor:items>\n`
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), text)
  return `-env:UserInstallation=${pathToFileURL(profile).href}`
}
