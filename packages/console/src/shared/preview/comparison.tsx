import { Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Say, useTranslation } from '../../text/i18n.ts'
import { formatBytes } from '../../text/sizes.ts'
import { ErrorState } from '../page/error-state.tsx'
import { BlockSkeleton } from '../page/skeletons.tsx'
import classes from './preview.module.css'
import { comparisonQuery, type ShownVersion } from './queries.ts'

type VersionStatus = ShownVersion['status']
type Compared = Awaited<ReturnType<NonNullable<ReturnType<typeof comparisonQuery>['queryFn']>>>

/** What is different between two versions: what is known of them, and their text. */
export function Comparison(props: {
  readonly documentId: string
  readonly from: string
  readonly to: string
}) {
  const { t } = useTranslation('preview')
  const { documentId, from, to } = props
  const comparison = useQuery(comparisonQuery(documentId, from, to))
  if (comparison.isPending) return <BlockSkeleton />
  if (comparison.isLoadingError)
    return <ErrorState error={comparison.error} onRetry={() => void comparison.refetch()} />
  const { changes, sameContent, text } = comparison.data
  return (
    <div aria-live="polite">
      <Text my="sm">{sameContent ? t('compare.same') : t('compare.different')}</Text>
      {changes.length > 0 && <FactChanges changes={changes} />}
      {text !== undefined && !sameContent && text.status !== 'COMPARED' && (
        <Text my="sm" c="var(--console-soft)">
          {t(`compare.status.${text.status}`)}
        </Text>
      )}
      {text !== undefined && text.hunks.length > 0 && <TextChanges hunks={text.hunks} />}
    </div>
  )
}

function FactChanges({ changes }: Pick<Compared, 'changes'>) {
  const { t } = useTranslation('preview')
  return (
    <Table layout="fixed" className={classes.changes ?? ''}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('compare.field')}</Table.Th>
          <Table.Th>{t('compare.from')}</Table.Th>
          <Table.Th>{t('compare.to')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map((change) => (
          <Table.Tr key={change.field}>
            <Table.Th scope="row">{fieldName(change.field, t)}</Table.Th>
            <Table.Td>{shown(change.field, change.from, t)}</Table.Td>
            <Table.Td>{shown(change.field, change.to, t)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function TextChanges({ hunks }: Pick<NonNullable<Compared['text']>, 'hunks'>) {
  const { t } = useTranslation('preview')
  return (
    <section aria-label={t('compare.text')}>
      <Text fw={600} my="sm">
        {t('compare.text')}
      </Text>
      {hunks.map((hunk) => (
        <div key={`${hunk.fromLine} ${hunk.toLine}`} className={classes.hunk}>
          {hunk.lines.map((line, index) => (
            // Lines have no identity of their own, and this list never changes.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={index} className={classes.line} data-change={line.change}>
              {signs[line.change]} {line.text}
            </span>
          ))}
        </div>
      ))}
    </section>
  )
}

const named = ['fileName', 'contentType', 'sizeBytes', 'sha256', 'note', 'status'] as const

function fieldName(field: string, t: Say<'preview'>): string {
  const known = named.find((name) => name === field)
  return known === undefined ? field : t(`compare.fields.${known}`)
}

function shown(field: string, value: string | number | null, t: Say<'preview'>): string {
  if (value === null) return '–'
  if (field === 'sizeBytes') return formatBytes(Number(value))
  // The states of a version, as the service has them: it compares texts and numbers of any field.
  if (field === 'status') return t(`compare.states.${value as VersionStatus}`)
  // Enough to tell two apart; the whole of it stands with each version.
  return field === 'sha256' ? `${String(value).slice(0, 16)}…` : String(value)
}

const signs = { same: ' ', added: '+', removed: '−' } as const
