/** The query of the address that the page was loaded with, before the router reads numbers and lists in it. */
export const FIRST_QUERY: URLSearchParams = new URLSearchParams(window.location.search)
