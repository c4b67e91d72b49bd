import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../documents.module.css'
import { folderPathQuery } from '../queries.ts'

/** Where one is, and the way up. */
export function FolderPath({ folder }: { readonly folder: string | undefined }) {
  const { t } = useTranslation('documents')
  const path = useQuery({ ...folderPathQuery(folder ?? ''), enabled: folder !== undefined })
  if (folder === undefined) return null
  return (
    <nav aria-label={t('folder.path')}>
      <ol className={classes.path}>
        <li>
          <Link to="/documents">{t('folder.root')}</Link>
        </li>
        {(path.data ?? []).map(({ id, name }, index, all) => (
          <li key={id} className={classes.path}>
            <Icon name="right" size={14} />
            {index === all.length - 1 ? (
              <span aria-current="page">{name}</span>
            ) : (
              <Link to="/documents" search={{ folder: id }}>
                {name}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
