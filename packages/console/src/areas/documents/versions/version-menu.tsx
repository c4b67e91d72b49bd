import { ActionIcon, Menu } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { dms, unwrap } from '../../../api/clients.ts'
import { useMay } from '../../../me/me.ts'
import { Icon } from '../../../shared/icon.tsx'
import { notifyProblem } from '../../../shared/toasts/notify.ts'
import type { DmsDocument, Version } from '../queries.ts'

const publishable: readonly Version['status'][] = ['DRAFT', 'APPROVED']

/** What can be done with one version; empty menus are not shown. */
export function VersionMenu(props: {
  readonly document: DmsDocument
  readonly version: Version
  readonly onDownload: () => void
  readonly onRestore: () => void
}) {
  const { t } = useTranslation('documents')
  const { document, version } = props
  const { rights = [], lock } = document
  const mayWrite = useMay('dms:document:write') && lock === undefined
  const state = useStateChange(document)
  const downloads = rights.includes('download')
  const writes = mayWrite && rights.includes('write')
  const manages = mayWrite && rights.includes('manage')
  if (!downloads && !writes) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          aria-label={t('versions.actions', { version: version.versionNo })}
        >
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {downloads && <Menu.Item onClick={props.onDownload}>{t('action.download')}</Menu.Item>}
        {writes && version.id !== document.currentVersionId && (
          <Menu.Item onClick={props.onRestore}>{t('versions.restore')}</Menu.Item>
        )}
        {manages && publishable.includes(version.status) && (
          <Menu.Item onClick={() => state.mutate({ id: version.id, to: 'publish' })}>
            {t('versions.publish')}
          </Menu.Item>
        )}
        {manages && version.status === 'PUBLISHED' && (
          <Menu.Item onClick={() => state.mutate({ id: version.id, to: 'archive' })}>
            {t('versions.archive')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function useStateChange({ id }: DmsDocument) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (change: { readonly id: string; readonly to: 'publish' | 'archive' }) => {
      const params = { path: { versionId: change.id } }
      await unwrap(
        change.to === 'publish'
          ? dms.POST('/api/dms/versions/{versionId}/publish', { params })
          : dms.POST('/api/dms/versions/{versionId}/archive', { params }),
      )
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['dms', 'documents', id] }),
    onError: notifyProblem,
  })
}
