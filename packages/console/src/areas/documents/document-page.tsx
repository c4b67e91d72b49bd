import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../me/me.ts'
import { ErrorState } from '../../shared/error-state.tsx'
import { Icon } from '../../shared/icon.tsx'
import { PageHeader } from '../../shared/page-header.tsx'
import { Page, Panel } from '../../shared/page.tsx'
import { useNames } from '../../shared/people.ts'
import { BlockSkeleton } from '../../shared/skeletons.tsx'
import { Since } from '../../shared/time-text.tsx'
import classes from './documents.module.css'
import { DocumentActions } from './document-actions.tsx'
import { LockNotice } from './lock-notice.tsx'
import { documentQuery, type DmsDocument } from './queries.ts'
import { documentTabs, type DocumentTab } from './search.ts'
import { AccessTab } from './tabs/access-tab.tsx'
import { ActivityTab } from './tabs/activity-tab.tsx'
import { ApprovalTab } from './tabs/approval-tab.tsx'
import { PreviewTab } from './tabs/preview-tab.tsx'
import { SharesTab } from './tabs/shares-tab.tsx'
import { VersionsTab } from './tabs/versions-tab.tsx'
import { UploadPanel } from './uploads/upload-panel.tsx'

const route = getRouteApi('/documents/$documentId')

/** One document: what it says, how it came to be, who may see it, what was decided about it. */
export function DocumentPage() {
  const { documentId } = route.useParams()
  const document = useQuery(documentQuery(documentId))
  if (document.isPending) {
    return (
      <Page>
        <BlockSkeleton lines={8} />
      </Page>
    )
  }
  if (document.isError) {
    return <ErrorState error={document.error} onRetry={() => void document.refetch()} />
  }
  return <Loaded document={document.data} />
}

function Loaded({ document }: { readonly document: DmsDocument }) {
  const { t } = useTranslation('documents')
  const { tab = 'preview' } = route.useSearch()
  const navigate = route.useNavigate()
  const nameOf = useNames([document.ownerId])
  const tabs = useTabsFor(document)
  const tabList = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const current = tabList.current?.querySelector('[aria-selected=true]')
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tab])
  const show = (next: string | null) => {
    const known = documentTabs.find((each) => each === next)
    void navigate({ search: known === undefined || known === 'preview' ? {} : { tab: known } })
  }
  const lead = (
    <>
      {nameOf(document.ownerId)} · <Since time={document.updatedAt} />
    </>
  )
  return (
    <Page>
      <nav>
        <Link
          to="/documents"
          search={document.folderId === null ? {} : { folder: document.folderId }}
        >
          ← {t('back')}
        </Link>
      </nav>
      <PageHeader
        title={document.title}
        lead={lead}
        actions={<DocumentActions document={document} />}
      />
      <LockNotice document={document} />
      <Tabs value={tabs.includes(tab) ? tab : 'preview'} onChange={show} keepMounted={false}>
        <Tabs.List ref={tabList} mb="md" className={classes.tabs ?? ''}>
          {tabs.map((each) => (
            <Tabs.Tab key={each} value={each} leftSection={<Icon name={icons[each]} size={16} />}>
              {t(`tab.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((each) => {
          const Content = contents[each]
          return (
            <Tabs.Panel key={each} value={each}>
              <Panel label={t(`tab.${each}`)}>
                <Content document={document} />
              </Panel>
            </Tabs.Panel>
          )
        })}
      </Tabs>
      <UploadPanel />
    </Page>
  )
}

const icons = {
  preview: 'eye',
  versions: 'history',
  access: 'shield',
  shares: 'share',
  approval: 'check',
  activity: 'list',
} as const satisfies Record<DocumentTab, string>

const contents = {
  preview: PreviewTab,
  versions: VersionsTab,
  access: AccessTab,
  shares: SharesTab,
  approval: ApprovalTab,
  activity: ActivityTab,
}

/** What this person cannot look at is not offered. */
function useTabsFor({ rights = [], status }: DmsDocument): readonly DocumentTab[] {
  const mayShare = useMay('dms:document:share')
  const mayAudit = useMay('dms:audit:read')
  const manages = rights.includes('manage')
  const isShown: Readonly<Record<DocumentTab, boolean>> = {
    preview: true,
    versions: true,
    access: manages,
    shares: manages && mayShare && status === 'ACTIVE',
    approval: true,
    activity: mayAudit,
  }
  return documentTabs.filter((tab) => isShown[tab])
}
