import { Alert, Button, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useMe } from '../../../me/me.ts'
import { Icon } from '../../../shared/icon.tsx'
import { DataTable } from '../../../shared/list/data-table.tsx'
import { EmptyState } from '../../../shared/page/empty-state.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page } from '../../../shared/page/page.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { useAuditColumns } from './audit-columns.tsx'
import { AuditFilters } from './audit-filters.tsx'
import type { Entry } from './entries.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { ExportButton } from './export-button.tsx'
import { sources, type Source } from './permissions.ts'
import { filterOf, type AuditSearch } from './search.ts'
import { mayReadSource, useAudit } from './use-audit.ts'
import { useActionWords } from './words.ts'

const route = getRouteApi('/audit')

/** What was done in all services, newest first: by whom, to what, with which result. */
export function AuditPage() {
  const { t } = useTranslation('audit')
  const search = route.useSearch()
  // The period stands still while one reads on, or the list would begin anew with each look at it.
  const [now] = useState(() => new Date())
  const filter = filterOf(search, now)
  return (
    <Page fill>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={<ExportButton filter={filter} source={search.source} />}
      />
      <AuditFilters search={search} />
      <AuditTable search={search} now={now} />
    </Page>
  )
}

function AuditTable({ search, now }: { readonly search: AuditSearch; readonly now: Date }) {
  const { t } = useTranslation('audit')
  const { rows, onEnd, pending, failed, retry } = useAudit(filterOf(search, now), search.source)
  const columns = useAuditColumns(rows)
  const wordsOf = useActionWords()
  const [cursor, setCursor] = useState(-1)
  const [opened, setOpened] = useState<Entry>()
  return (
    <>
      <Notes search={search} pending={rows.length === 0 ? [] : pending} />
      {failed.map((source) => (
        <Failed key={source} source={source} onRetry={() => retry(source)} />
      ))}
      <DataTable
        label={t('table')}
        columns={columns}
        rows={rows}
        keyOf={({ key }) => key}
        nameOf={wordsOf}
        isLoading={rows.length === 0 && pending.length > 0}
        onOpen={setOpened}
        cursor={cursor}
        onCursor={setCursor}
        onEnd={onEnd}
        empty={<EmptyState icon="list" title={t('none')} hint={t('noneHint')} />}
      />
      {opened !== undefined && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

/** What is not in the list, and why. */
function Notes(props: { readonly search: AuditSearch; readonly pending: readonly Source[] }) {
  const { t } = useTranslation('audit')
  const me = useMe()
  const { result, source } = props.search
  const namesOf = (some: readonly Source[]) => some.map((each) => t(`source.${each}`)).join(', ')
  const left = sources.filter((each) => !mayReadSource(me, each))
  const notes = [
    ...(left.length > 0 ? [t('left', { sources: namesOf(left) })] : []),
    ...(result === 'failure' && (source ?? 'bpm') === 'bpm' ? [t('onlyDone')] : []),
    ...(props.pending.length > 0 ? [t('pending', { sources: namesOf(props.pending) })] : []),
  ]
  if (notes.length === 0) return null
  return (
    <Text size="sm" c="var(--console-soft)" role="status">
      {notes.join(' ')}
    </Text>
  )
}

function Failed({ source, onRetry }: { readonly source: Source; readonly onRetry: () => void }) {
  const { t } = useTranslation('audit')
  return (
    <Alert color="red" role="alert" icon={<Icon name="alert" />} py="xs">
      {t('failed', { source: t(`source.${source}`) })}{' '}
      <Button variant="subtle" size="compact-sm" onClick={onRetry}>
        {t('common:action.retry')}
      </Button>
    </Alert>
  )
}
