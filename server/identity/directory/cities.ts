/**
 * Cities and districts that lists spell in several ways or under an old name: by state, the name to
 * show and the names in the list. The name to show holds the old one too, because the finder
 * searches it.
 */
const NAMES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  DL: { Delhi: ['NEW DELHI', 'NEWDELHI', 'NEW DL', 'DL'] },
  GJ: {
    Ahmedabad: ['AHMADABAD'],
    'Vadodara (Baroda)': ['VADODARA', 'VADODRA', 'BARODA'],
  },
  HR: { 'Gurugram (Gurgaon)': ['GURUGRAM', 'GURGAON', 'GURGOAN', 'GURAGON', 'GURAGAON'] },
  KA: {
    'Belagavi (Belgaum)': ['BELAGAVI', 'BELGAUM', 'BELGAVI'],
    'Ballari (Bellary)': ['BALLARI', 'BELLARY'],
    'Bengaluru (Bangalore)': [
      'BENGALURU',
      'BANGALORE',
      'BANGALORE URBAN',
      'BANGALORE-URBAN',
      'BANGALURU',
      'BANGALURU URBAN',
      'BANGLORE',
      'BANGLORE URBAN',
      'BENGALURU URBAN',
      'BENGALURU-U',
    ],
    'Bengaluru (Bangalore) Rural': [
      'BANGALORE RURAL',
      'BANGALORE-RURAL',
      'BANGLORE RURAL',
      'BENGALURU RURAL',
      'BENGALURU-R',
    ],
    'Dakshina Kannada': ['DAKSHIN KANNAD'],
    'Kalaburagi (Gulbarga)': ['KALABURAGI', 'GULBARGA'],
    'Mysuru (Mysore)': ['MYSURU', 'MYSORE'],
    'Shivamogga (Shimoga)': ['SHIVAMOGGA', 'SHIMOGA'],
    'Tumakuru (Tumkur)': ['TUMAKURU', 'TUMKUR'],
    Udupi: ['UDIPI'],
    'Uttara Kannada': ['UTTAR KANNAD', 'UTTAR KANNADA'],
    'Vijayapura (Bijapur)': ['VIJAYAPURA', 'BIJAPUR'],
  },
  KL: {
    'Kozhikode (Calicut)': ['KOZHIKODE', 'CALICUT'],
    'Thiruvananthapuram (Trivandrum)': ['THIRUVANANTHAPURAM', 'TRIVANDRUM'],
    'Thrissur (Trichur)': ['THRISSUR', 'TRICHUR'],
  },
  MH: {
    'Ahilyanagar (Ahmednagar)': ['AHILYANAGAR', 'AHMEDNAGAR', 'AHMADNAGAR'],
    'Chhatrapati Sambhajinagar (Aurangabad)': [
      'AURANGABAD',
      'CHHATRAPATI SAMBHAJINAGAR',
      'CHHATRAPATI SAMBHAJI NAGAR',
    ],
    'Dharashiv (Osmanabad)': ['DHARASHIV', 'OSMANABAD'],
    'Mumbai (Bombay)': [
      'MUMBAI',
      'BOMBAY',
      'GREATER BOMBAY',
      'GREATERBOMBAY',
      'GREATER MUMBAI',
      'MUMBAI SUB URBAN',
      'MUMBAI SUBURBAN',
      'MUMBAISUBURBAN',
    ],
    'Nashik (Nasik)': ['NASHIK', 'NASIK'],
    'Navi Mumbai': ['NAVIMUMBAI', 'NEW BOMBAY', 'NEW MUMBAI'],
    Solapur: ['SHOLAPUR'],
  },
  OR: { 'Khordha (Khurda)': ['KHORDHA', 'KHURDA', 'KHORDA', 'KHURDHA'] },
  PY: { 'Puducherry (Pondicherry)': ['PUDUCHERRY', 'PONDICHERRY'] },
  TG: {
    'Medchal Malkajgiri': ['MEDCHAL', 'MEDCHAL-MALKAJGIRI', 'MEDCHALMALKAJGIRI'],
    'Ranga Reddy': ['RANGAREDDY', 'RANGAREDDI'],
  },
  TN: {
    Coimbatore: ['COIMBOTORE'],
    Kancheepuram: ['KANCHIPURAM'],
    'Tiruchirappalli (Trichy)': [
      'TIRUCHIRAPPALLI',
      'TIRUCHIRAPALLI',
      'TIRUCHIRAPALLY',
      'TIRUCHIORAPPALLI',
      'TRICHY',
    ],
    Tirunelveli: ['TIRUNELVALI'],
  },
  UP: {
    'Gautam Buddha Nagar (Noida)': [
      'GAUTAM BUDDHA NAGAR',
      'GAUTAM BUDH NAGAR',
      'GAUTAM BUDDH NAGAR',
      'GAUTAM BODDA NAGAR',
      'NOIDA',
    ],
    Kanpur: ['KANPUR CITY', 'KANPUR NAGAR'],
    'Prayagraj (Allahabad)': ['PRAYAGRAJ', 'ALLAHABAD'],
  },
  WB: {
    'Howrah (Haora)': ['HOWRAH', 'HAORA'],
    'Kolkata (Calcutta)': ['KOLKATA', 'CALCUTTA', 'KOLKATTA', 'KOLKOTA'],
    'North 24 Parganas': ['NORTH TWENTY FOUR PARGANAS', 'NORTH 24 PARAGANAS'],
    'South 24 Parganas': ['SOUTH TWENTY FOUR PARGANAS'],
  },
}

const BY_PLACE = new Map(
  Object.entries(NAMES).flatMap(([state, cities]) =>
    Object.entries(cities).flatMap(([name, inLists]) =>
      inLists.map(inList => [`${state} ${inList}`, name] as const),
    ),
  ),
)

/** The one name of a city of this state that lists spell in several ways; else undefined. */
export function cityNameOf(stateCode: string, inList: string): string | undefined {
  return BY_PLACE.get(`${stateCode} ${inList.toUpperCase()}`)
}
