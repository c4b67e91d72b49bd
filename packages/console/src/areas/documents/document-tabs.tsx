import { Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useMay } from '../../me/me.ts'
import { Icon } from '../../shared/icon.tsx'
import { Panel } from '../../shared/page/page.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { AccessTab } from './access/access-tab.tsx'
import classes from './documents.module.css'
import type { DmsDocument } from './queries.ts'
import { documentTabs, type DocumentTab } from './search.ts'
import { SharesTab } from './shares/shares-tab.tsx'
import { ActivityTab } from './tabs/activity-tab.tsx'
import { ApprovalTab } from './tabs/approval-tab.tsx'
import { PreviewTab } from './tabs/preview-tab.tsx'
import { VersionsTab } from './versions/versions-tab.tsx'

const route = getRouteApi('/documents/$documentId')

/** What there is to know of a document, one thing at a time; which one, the address says. */
export function DocumentTabs({ document }: { readonly document: DmsDocument }) {
  const { t } = useTranslation('documents')
  const { tab = 'preview' } = route.useSearch()
  const navigate = route.useNavigate()
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
  return (
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
