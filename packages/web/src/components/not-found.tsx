import { EmptyState } from './empty-state.tsx'
import { TextLink } from './links.tsx'
import { PageHeader } from './page-header.tsx'

/** In place of a page that does not exist. */
export const NotFound = () => (
  <>
    <PageHeader title="Page not found" />
    <EmptyState title="There is no page at this address">
      It may be mistyped, or the page has moved.{' '}
      <TextLink to="/" underline="always">
        Go to your plan
      </TextLink>
    </EmptyState>
  </>
)
