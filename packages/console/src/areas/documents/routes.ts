import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyWith, rootRoute, withTexts } from '../../app/root-route.tsx'
import { readDocumentSearch, readLibrarySearch } from './search.ts'

const libraryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'documents',
  validateSearch: readLibrarySearch,
  beforeLoad: onlyWith('dms:document:read'),
  loader: withTexts('documents'),
  component: lazyRouteComponent(() => import('./library/library-page.tsx'), 'LibraryPage'),
})

const documentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'documents/$documentId',
  validateSearch: readDocumentSearch,
  beforeLoad: onlyWith('dms:document:read'),
  loader: withTexts('documents', 'preview'),
  component: lazyRouteComponent(() => import('./document-page.tsx'), 'DocumentPage'),
})

export const documentRoutes = [libraryRoute, documentRoute] as const
