/** The parameters of the address that belong to the list of a page, for the page's route. */
export const TABLE_SEARCH = ['sort', 'hide', 'only', 'page'] as const
/** The same for a list that has no other search than its own. */
export const LIST_SEARCH = [...TABLE_SEARCH, 'find'] as const
/** The parameter of the address with the views of the tables of a page that has several, by the name of the table. */
export const TABLES = 'tables'
/** The parameter of the address that opens the form of a new entry, on pages that have one. */
export const CREATE = 'create'
