import { useNames } from '../../../shared/people/people.ts'
import { Moment } from '../../../shared/time-text.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { formatBytes } from '../../../text/sizes.ts'
import classes from '../documents.module.css'
import type { Version } from '../queries.ts'
import { VersionTags } from './version-tags.tsx'

export function VersionFacts({ version }: { readonly version: Version }) {
  const { t } = useTranslation('documents')
  const nameOf = useNames([version.createdBy])
  const facts = [
    [t('field.version'), String(version.versionNo)],
    [t('field.state'), <VersionTags key="state" version={version} />],
    [t('field.file'), `${version.fileName} · ${formatBytes(version.sizeBytes)}`],
    [
      t('field.uploaded'),
      <Uploaded key="uploaded" version={version} name={nameOf(version.createdBy)} />,
    ],
    ...(version.note === null ? [] : [[t('field.note'), version.note] as const]),
    [
      t('field.hash'),
      <code key="hash" className={classes.hash}>
        {version.sha256}
      </code>,
    ],
  ] as const
  return (
    <dl className={classes.facts} style={{ marginTop: '1.25rem' }}>
      {facts.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Uploaded({ version, name }: { readonly version: Version; readonly name: string }) {
  return (
    <>
      {name}, <Moment time={version.createdAt} />
    </>
  )
}
