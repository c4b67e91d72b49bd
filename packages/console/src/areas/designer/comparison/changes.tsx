import { Group, Table, Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import { EmptyState } from '../../../shared/page/empty-state.tsx'
import { useNames } from '../../../shared/people/people.ts'
import { Tag, type Tone } from '../../../shared/status-badge.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../designer.module.css'
import type { DefinitionSummary } from '../queries.ts'
import { useFieldsOf } from '../use-fields-of.ts'
import { compareProcesses, type Change } from './compare.ts'
import { idsIn } from './ids.ts'
import { readProcess } from './read-process.ts'

type Version = Pick<DefinitionSummary, 'version' | 'bizType'> & { readonly xml: string }

/** Step by step what is different: before, and after. */
export function Changes(props: { readonly before: Version; readonly after: Version }) {
  const { t } = useTranslation('designer')
  const { before, after } = props
  const fields = useFieldsOf(after.bizType)
  const read = useMemo(
    () => ({ before: readProcess(before.xml), after: readProcess(after.xml) }),
    [before.xml, after.xml],
  )
  const nameOf = useNames(useMemo(() => [...idsIn(read.before), ...idsIn(read.after)], [read]))
  const changes = useMemo(
    () => compareProcesses(read.before, read.after, { t, fields, nameOf }),
    [read, t, fields, nameOf],
  )
  if (changes.length === 0) {
    return <EmptyState icon="check" title={t('compare.same')} hint={t('compare.sameHint')} />
  }
  return (
    <div className={classes.changes} aria-live="polite">
      <Text>{t('compare.count', { count: changes.length })}</Text>
      {changes.map((change) => (
        <ChangePanel key={change.id} change={change} versions={[before.version, after.version]} />
      ))}
    </div>
  )
}

const tones: Readonly<Record<Change['how'], Tone>> = {
  added: 'good',
  removed: 'bad',
  changed: 'warn',
}

function ChangePanel(props: {
  readonly change: Change
  readonly versions: readonly [before: number, after: number]
}) {
  const { t } = useTranslation('designer')
  const { change, versions } = props
  const { name, how, differences } = change
  const isBoth = how === 'changed'
  return (
    <article className={classes.change} aria-label={name}>
      <Group gap="xs" mb="xs">
        <Title order={2} size="h5">
          {name}
        </Title>
        <Tag tone={tones[how]}>{t(`compare.how.${how}`)}</Tag>
      </Group>
      <Table layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('compare.what')}</Table.Th>
            {(isBoth || how === 'removed') && (
              <Table.Th>{t('versionNo', { version: versions[0] })}</Table.Th>
            )}
            {(isBoth || how === 'added') && (
              <Table.Th>{t('versionNo', { version: versions[1] })}</Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differences.map(({ label, before, after }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row">{label}</Table.Th>
              {(isBoth || how === 'removed') && <Table.Td>{before ?? '–'}</Table.Td>}
              {(isBoth || how === 'added') && <Table.Td>{after ?? '–'}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </article>
  )
}
