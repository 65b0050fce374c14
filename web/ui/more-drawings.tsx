/**
 * The drawings of signed-in pages: they load with those pages' code, so that the first page does
 * not wait for them.
 */
export const moreDrawings = {
  help: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M9.7 9.7a2.4 2.4 0 1 1 3.3 2.3c-.7.3-1 .8-1 1.6M12 16.3v.1" />
    </>
  ),
  lock: (
    <>
      <rect x="5" y="10.5" width="14" height="9.5" rx="2.5" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v2" />
    </>
  ),
  share: <path d="M12 15V4M8 7.5 12 3.5l4 4M7 11H5.5v9h13v-9H17" />,
  bell: <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4" />,
  install: (
    <>
      <rect x="6.5" y="3" width="11" height="18" rx="2.5" />
      <path d="M12 8v6M9 11h6" />
    </>
  ),
  shield: (
    <>
      <path d="M12 3.5 19 6v6c0 4-3 7-7 8.5C8 19 5 16 5 12V6z" />
      <path d="m9 12 2.2 2.2L15.2 10" />
    </>
  ),
  face: (
    <>
      <path d="M4 8V5.5A1.5 1.5 0 0 1 5.5 4H8M16 4h2.5A1.5 1.5 0 0 1 20 5.5V8M20 16v2.5a1.5 1.5 0 0 1-1.5 1.5H16M8 20H5.5A1.5 1.5 0 0 1 4 18.5V16" />
      <path d="M9.5 9.5v1M14.5 9.5v1M9 14.5c1.6 1.7 4.4 1.7 6 0" />
    </>
  ),
  camera: (
    <>
      <path d="M4 8.5h3.5L9 6h6l1.5 2.5H20V19H4z" />
      <circle cx="12" cy="13.5" r="3.2" />
    </>
  ),
  card: (
    <>
      <path d="M3.5 6h17v12.5h-17z" />
      <circle cx="8.4" cy="10.8" r="1.7" />
      <path d="M5.8 15.6c.5-1.5 1.5-2.2 2.6-2.2s2.1.7 2.6 2.2M13.5 10H18M13.5 13.5H18" />
    </>
  ),
  scan: (
    <>
      <path d="M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6z" />
      <path d="M7.4 7.4h.2M16.4 7.4h.2M7.4 16.4h.2M14 14v.2M16.8 16.8h.2M19.3 14v.2M14 19.3v.2M19.3 19.3v.2" />
    </>
  ),
  bank: <path d="M4 9.5 12 4l8 5.5zM6 9.5V17M10 9.5V17M14 9.5V17M18 9.5V17M4 20h16M5 17h14" />,
  rupee: <path d="M7 5h10M7 9h10M7 13h3c5.3 0 5.3-8 0-8M9 13l6 6.5" />,
  shopping: (
    <>
      <path d="M5.5 8.5h13l1 11.5h-15z" />
      <path d="M9 8.5V7a3 3 0 0 1 6 0v1.5" />
    </>
  ),
  medical: (
    <>
      <path d="M12 19.5C6 15.5 4 12.5 4 9.5a4 4 0 0 1 8-1 4 4 0 0 1 8 1c0 3-2 6-8 10z" />
      <path d="M12 10.5v4M10 12.5h4" />
    </>
  ),
  education: (
    <path d="M12 6.5C10 5 7 4.7 4 5v13.5c3-.3 6 0 8 1.5 2-1.5 5-1.8 8-1.5V5c-3-.3-6 0-8 1.5zM12 6.5V20" />
  ),
  place: (
    <>
      <path d="M12 20.5c4-4.5 6-7.7 6-10.5a6 6 0 0 0-12 0c0 2.8 2 6 6 10.5z" />
      <circle cx="12" cy="10" r="2.2" />
    </>
  ),
  vehicle: (
    <>
      <path d="M4 16.5v-4l2-5.5h12l2 5.5v4zM4 12.5h16" />
      <circle cx="7.5" cy="16.8" r="1.9" />
      <circle cx="16.5" cy="16.8" r="1.9" />
    </>
  ),
  document: (
    <>
      <path d="M6.5 3.5H14l4 4V20.5H6.5z" />
      <path d="M14 3.5v4h4M9.5 12h5.5M9.5 15.5h5.5" />
    </>
  ),
  calendar: (
    <>
      <rect x="4" y="5.5" width="16" height="14.5" rx="2.5" />
      <path d="M4 10h16M8.5 3.5v4M15.5 3.5v4" />
    </>
  ),
  search: (
    <>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4 4" />
    </>
  ),
  globe: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17" />
    </>
  ),
  leave: <path d="M13 4.5H6V19.5h7M10.5 12H20M16.5 8.5 20 12l-3.5 3.5" />,
  people: (
    <>
      <circle cx="9" cy="9" r="3.2" />
      <path d="M3 19c.6-3 3-4.6 6-4.6s5.4 1.6 6 4.6M15.5 6.2a3.2 3.2 0 0 1 0 5.6M17.5 14.9c1.9.6 3.1 2 3.5 4.1" />
    </>
  ),
  work: (
    <>
      <rect x="4" y="8" width="16" height="11.5" rx="2.5" />
      <path d="M9 8V6.5A1.5 1.5 0 0 1 10.5 5h3A1.5 1.5 0 0 1 15 6.5V8M4 13h16" />
    </>
  ),
  devices: (
    <>
      <path d="M10 16.5H3.5V6h15v3M3.5 19.5H10" />
      <rect x="13.5" y="11.5" width="7" height="9" rx="1.5" />
    </>
  ),
  call: (
    <path d="M5 4.5h4l1.7 4.3-2.2 1.6a12 12 0 0 0 5.1 5.1l1.6-2.2 4.3 1.7v4a1.5 1.5 0 0 1-1.6 1.5A16.3 16.3 0 0 1 3.5 6.1 1.5 1.5 0 0 1 5 4.5z" />
  ),
  mail: <path d="M3.5 6h17v12.5h-17zM3.5 7l8.5 6.5L20.5 7" />,
  picture: (
    <>
      <path d="M4 5h16v14H4z" />
      <circle cx="9" cy="9.8" r="1.6" />
      <path d="m4 17 5-4 3.5 2.5L16 12l4 3.5" />
    </>
  ),
  medal: (
    <>
      <circle cx="12" cy="9.5" r="5.5" />
      <path d="m8.5 14-1.5 6.5 5-2.5 5 2.5-1.5-6.5M12 7l.8 1.7 1.7.8-1.7.8L12 12l-.8-1.7-1.7-.8 1.7-.8z" />
    </>
  ),
  compare: (
    <path d="M12 4v16M8 20h8M5 6.5h14M5 6.5 2.5 13h5zM19 6.5 16.5 13h5zM2.5 13a2.5 2.5 0 0 0 5 0M16.5 13a2.5 2.5 0 0 0 5 0" />
  ),
  add: <path d="M12 5.5v13M5.5 12h13" />,
  listen: (
    <path d="M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15 9.2a4 4 0 0 1 0 5.6M17.5 6.7a7.5 7.5 0 0 1 0 10.6" />
  ),
  silence: <path d="M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15.5 9.5l5 5M20.5 9.5l-5 5" />,
  offline: (
    <path d="M4 4.5 20 20M3.5 10a13 13 0 0 1 4-2.5M12 6.5c3.3 0 6.3 1.3 8.5 3.5M6.7 13.3A8.5 8.5 0 0 1 10.5 11M15.5 12a8.5 8.5 0 0 1 1.8 1.3M12 18v.1" />
  ),
} as const
