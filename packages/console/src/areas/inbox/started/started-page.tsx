import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { dropEmpty } from '../../../shared/form/drop-empty.ts'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page } from '../../../shared/page/page.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { ExportButton } from '../export-button.tsx'
import { Filters } from '../filters.tsx'
import classes from '../inbox.module.css'
import { readInstanceTable } from '../queries.ts'
import type { StartedSearch } from '../search.ts'
import { StatusSelect } from './status-select.tsx'
import { StartedTable } from './started-table.tsx'

const route = getRouteApi('/started')

/** What the person asked others to decide, and how it stands. */
export function StartedPage() {
  const { t } = useTranslation('inbox')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [cursor, setCursor] = useState(-1)
  const searchRef = useRef<HTMLInputElement>(null)
  const change = (next: { [K in keyof StartedSearch]?: StartedSearch[K] | undefined }) => {
    setCursor(-1)
    void navigate({ search: (before) => dropEmpty({ ...before, ...next }), replace: true })
  }
  return (
    <Page fill>
      <PageHeader
        title={t('startedTitle')}
        lead={t('lead.started')}
        actions={
          <Button component={Link} to="/start">
            {t('common:nav.start')}
          </Button>
        }
      />
      <Filters value={search} onChange={change} searchRef={searchRef} onEnter={() => setCursor(0)}>
        <StatusSelect value={search.status} onChange={(status) => change({ status })} />
        <ExportButton name="approvals" read={() => readInstanceTable('initiated', search)} />
      </Filters>
      <div className={classes.list}>
        <StartedTable
          box="initiated"
          search={search}
          cursor={cursor}
          onCursor={setCursor}
          onSearch={() => searchRef.current?.focus()}
        />
      </div>
    </Page>
  )
}
