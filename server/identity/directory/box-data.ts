/**
 * Some branches of large banks in large cities, so that the finder works before the whole directory
 * is imported: by bank (first letters of its codes, and name), then state and city, each branch as
 * the end of its code and its name. The public list puts some branches into a wrong state or city;
 * here each stands where its address is.
 */
export const BOX: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'UTIB Axis Bank': {
    'AS Guwahati': '005680 SRCB Road',
    'BR Patna': '000142 Patna; 000387 Boring Road Patna; 001290 Rajabazar',
    'DL Delhi':
      '000738 Jhandewalan Extension, New Delhi; 000884 Shahdara, Delhi; 000894 Derawal Nagar, New Delhi',
    'DL New Delhi': '000007 New Delhi; 000015 Green Park; 000040 Pitampura',
    'GJ Ahmedabad': '000003 Ahmedabad Branch; 000032 Vastrapur; 000058 Vejalpur',
    'HR Rohtak': '000204 Rohtak ,Haryana',
    'JK Srinagar': '001013 Srinagar; 002415 Srianagar Fruit Mandi; 002480 Srinagar Brari Numble',
    'KA Bangalore Urban': '000009 Bangalore; 000052 Jayanagar; 000065 Basaveshwar Nagar, Bangalore',
    'KL Ernakulam': '000081 Kochi; 000485 Aluva ,Kerala; 000562 Willingdon Island',
    'MH Greater Bombay': '000245 Retail Asset Management Group; 000ETC Head Office; 001243 Mahim',
    'MH Mumbai': '001004 Chowpatty, Mumbai; 001579 Financial Inclusion; 001696 Saki Naka',
    'MH Pune': '000037 Pune; 000073 Bund Garden Road Branch,Pune; 000103 Pimpri-Chinchwad ,Pune',
    'MP Bhopal': '000044 Bhopal; 000531 Bitten Market, Bhopal; 000569 Koh-E-Fiza',
    'RJ Jaipur': '000010 Jaipur; 000031 Tilak Nagar, Jaipur; 000311 Vaishali Nagar Jaipur',
    'TG Hyderabad':
      '000733 Gachibowli; 000881 Hanuman Tekdi; 001112 Musheerabad; 002738 Vanasthalipuram; 002744 Hydernagar; 002922 Mehdipatnam Junction Road',
    'TG Ranga Reddy': '004873 Shadnagar',
    'TN Chennai': '000006 Chennai; 000014 T Nagar; 000016 Anna Nagar, Chennai',
    'UP Agra': '001588 Kamla Nagar',
    'UP Lucknow': '000053 Lucknow; 000355 Indira Nagar Lucknow; 000407 Hewett Road ,Lucknow,UP',
    'WB Kolkata': '000005 Kolkata Branch; 000011 Golpark; 000017 Kankurgachi',
  },
  'BKID Bank of India': {
    'AS Guwahati': '005000 Guwahati; 005005 Dispur; 005009 Khanapara',
    'BR Patna':
      '004407 Rajendranagar Colony Patna; 004408 Muradpur Chauhatta; 004410 Birchand Patel Marg',
    'DL Delhi': '006067 Preet Vihar Mid Corporate Bank; 006069 Uttam Nagar; 006071 Jasola',
    'DL New Delhi': '006000 Janpath; 006001 Asaf Ali Road; 006002 Bank Street',
    'GJ Ahmedabad': '002000 Ahmedabad; 002001 Panchavati; 002002 Ashram Road',
    'JK Srinagar': '006399 Airport Road Srinagar; 007900 Srinagar; 007904 Dalgate',
    'KA Bangalore Urban': '008950 Byranahalli; 008951 Hesaraghatta; 008952 Electronic City',
    'KL Ernakulam': '008348 Ernakulam Arb; 008500 Ernakulam; 008503 Ernakulam Nri',
    'MH Greater Bombay':
      '000159 Asset Recovery Management; 000191 Diamond Bourse BKC; 000193 Vidyavihar West',
    'MH Mumbai': '000001 Mumbai Main; 000002 Andheri West; 000003 Ballard Estate',
    'MH Pune': '000500 Pune; 000501 Bhavani Peth; 000502 Hadapsar',
    'MP Bhopal': '003410 Amo Bhopal; 008882 Karond; 009000 Bhopal',
    'RJ Jaipur': '006600 Jaipur; 006601 Sanganer; 006605 Johri Bazar',
    'TG Hyderabad':
      '001154 BN Reddy Nagar; 005625 Hyderabad Large Corporate; 005636 Gachibowli; 005647 Adikmet; 00NB46 NBG South II; 00ZO46 Telangana Zonal Office',
    'TN Chennai': '003063 Chennai Bullion Banking; 008000 Chennai; 008001 Mount Road',
    'UP Lucknow': '006800 Lucknow; 006801 Aminabad; 006802 Chowk',
    'WB Kolkata': '004000 Kolkata; 004001 Bara Bazar; 004002 Bhowanipur',
  },
  'MAHB Bank of Maharashtra': {
    'BR Patna': '000701 Patna; 001269 Raja Bazar Branch, Patna; 001270 Boring Road Branch, Patna',
    'DL New Delhi':
      '000343 Connaught Place, New Delhi; 001160 U.P.S.C. Delhi; 001313 Vasant Kunj, Delhi',
    'GJ Ahmedabad': '000213 Ahmedabad-Bhadra; 000393 Ahmedabad-Relief Road; 000481 Ghatlodia',
    'JK Srinagar': '001304 Srinagar',
    'KL Ernakulam': '000379 Ernakulam - Cochhi; 001962 Kadavanthara; 002089 Angamaly',
    'MH Mumbai':
      '000002 Mumbai-Fort; 000006 Mumbai-RRMR Marg,Girgaum; 000016 Mumbai-Gadkari Chowk,Dadar',
    'MH Pune': '000001 Pune-Bajirao Road; 000003 Pune-Deccan Gymkhana; 000007 Pune-Kirkee',
    'MP Bhopal':
      '000753 Bhopal-Tatya Tope Nagar; 000946 Bhopal-Gautamnagar; 001225 Arera Colony Branch, Bhopal',
    'RJ Jaipur':
      '000389 Jaipur-Mirza Ismail Road; 001243 Malviya Nagar Branch, Jaipur; 001360 Jaipur, Vidyadharnagar',
    'TG Hyderabad':
      '000019 Hyderabad-Sultan Bazar; 000383 Hyderabad-Kachiguda; 000387 Secunderabad- M G Road',
    'TN Chennai': '000300 Chennai-Broadway; 000400 Chennai-Mount Road; 000450 Chennai-T.Nagar',
    'UP Lucknow':
      '000431 Lucknow; 001237 Gomatinagar Branch, Lucknow; 001249 Aliganj Branch, Lucknow',
    'WB Kolkata':
      '000376 Calcutta-Chouringhee RD.; 000455 N.S.RD.-Calcutta; 000553 Calcutta-Rashbehari Avenue',
  },
  'CBIN Central Bank of India': {
    'BR Patna': '280007 Birla Mandir RD., Patna; 280008 Boring Road; 280009 Patna Main Office',
    'DL Delhi': '280287 Bhagirath Palace; 280288 Chandni Chowk; 280290 Daryaganj',
    'GJ Ahmedabad': '284991 Jagatpur Godrej; 285202 Vatva; 285203 Bhat Circle',
    'JK Srinagar': '280415 Srinagar',
    'KA Bangalore Urban': '280846 Branch; 280847 Branch; 280848 Branch',
    'KL Ernakulam': '280961 Branch; 280963 Branch; 280964 Branch',
    'MH Greater Bombay': '011102 Gad Central Office; 280594 Branch; 280595 Branch',
    'MH Mumbai': '285177 Isd; 285217 Retiral Benefits Branch',
    'MH Pune': '280654 Branch; 280655 Branch; 280656 Branch',
    'MP Bhopal': '280729 Branch; 281013 T.T.Nagar; 281104 Bhopal Zonal Office',
    'RJ Jaipur': '280427 Chandpole Gate, Jaipur; 280430 Sambhar Lake; 280431 Paota',
    'TG Hyderabad':
      '280808 Hyderabad Main; 280809 Branch; 280810 Branch; 280811 Branch; 283096 Zonal Office Hyderabad; 285116 Banjara Hills',
    'TN Chennai': '280875 Branch; 280876 Branch; 280877 Branch',
    'UP Gautam Buddha Nagar': '283523 Noida Sector',
    'UP Lucknow': '280139 Lucknow Main; 280140 Alambagh; 280141 Aminabad',
    'WB Kolkata': '280090 Ballygange; 280093 Camac Street; 280094 College Street',
    'WB Murshidabad': '283803 Margram',
  },
  'FDRL Federal Bank': {
    'AS Guwahati': '001182 Guwahati; 001821 Guwahati Beltola',
    'BR Patna': '000813 State Sol Bihar; 001220 Patna; 001923 Patna Raja Bazar',
    'DL New Delhi':
      '000181 Newdelhi Zonal Office; 000503 Newdelhi Funds and Investment; 001105 New Delhi Connaught Circus; 009988 CCSC New Delhi',
    'GJ Ahmedabad': '000231 Ahmedabad Zonal Office; 000315 Ahmedabad RCH; 000610 LCRD Ahmedabad',
    'KA Bangalore Urban':
      '000803 State Sol Karnataka; 002201 Bangalore; 002456 Bangalore- Bannerghetta-Iimb',
    'KL Ernakulam': '000001 Atm Pool Branch; 000018 Credit Card; 000035 Head Office - Has',
    'MH Mumbai':
      '000320 Government Business Department; 000504 Mumbai Funds and Investments; 000CMS Tangedco',
    'MH Pune': '000608 LCRD Pune Division; 001348 Pune; 001500 Pune Kothrud',
    'MP Bhopal': '001350 Bhopal; 002184 Bhairopur',
    'OR Jajpur': '001929 Jajpur Road',
    'RJ Jaipur': '000811 State Sol Rajasthan; 001344 Jaipur; 001831 Jaipur Vidhyadhar Nagar',
    'TG Hyderabad':
      '000601 LCRD Hyderabad Division; 001124 Hyderabad; 001332 Hyderabad Lakadi KA Pul',
    'TN Chennai':
      '000171 Chennai Zonal Office; 000319 CRCH Chennai; 000502 Chennai Funds and Investment',
    'UP Lucknow': '001149 Lucknow; 001679 Lucknow Gomti Nagar; 001981 Lucknow Vikas Nagar',
    'WB Kolkata': '000131 Kolkata Zonal Office; 000321 CRCH Kolkata; 000810 State Sol West Bengal',
  },
  'HDFC HDFC Bank': {
    'MH Mumbai': '000060 Fort',
  },
  'ICIC ICICI Bank': {
    'BR Patna': '000307 Patnakankerbagh; 000404 Patna-Boringroad; 000579 Patnabsfc Fraser Road',
    'DL Delhi':
      '000007 New Delhiconnaught Place; 000029 New Delhigreater Kailash; 000037 Delhipreet Vihar',
    'GJ Ahmedabad': '000189 Ahmedabad-Ashram Road; 000457 Thaltej; 004713 Ghuma',
    'JK Srinagar': '000407 Srinagar; 002527 Karannagar Srinagar; 002528 IG Road Srinagar',
    'KA Bangalore Urban':
      '000002 Bangalorem G Road; 000047 Bangalorekoramangala; 000053 Bangalorejayanagar',
    'KL Ernakulam': '000010 Ernakulam Cochin; 000277 Kochikadavantara; 000289 Pump Junction Aluva',
    'MH Greater Bombay':
      '000004 Mumbainariman Point; 000011 Mumbaiandheri West; 000018 Mumbaiborivali',
    'MH Mumbai':
      '000415 Mumbaisamachar Marg; 000NFC Tap N Pay; 004802 Mumbai-Ghatkopar Garodia Nagar',
    'MH Pune': '000005 Punebund Garden; 000073 Puneaundh',
    'MP Bhopal':
      '000055 Bhopal; 000283 Bhopalnew Market; 000590 Bhopalhamedia Road; 001042 Bhopalarera Colony; 007958 Balampur',
    'RJ Jaipur': '000012 Jaipur; 000117 RPC Jaipur; 000235 Jaipurvaishali Nagar',
    'TG Hyderabad': '000008 Cibd Hyderabad; 000040 Hyderabadmadhapur; 000048 Secunderabadsd Road',
    'TN Chennai':
      '000001 Chennaicenotaph Road; 000009 Chennainungambakkam; 000054 Chennainanganallur',
    'UP Lucknow': '000214 Gomtinagar; 000318 Lucknowalambagh; 000325 Lucknowaliganj',
    'WB Kolkata': '000006 Kolkatar N Mukherjee; 000034 Kolkataballygunge; 000042 Kolkatasalt Lake',
  },
  'IBKL IDBI Bank': {
    'BR Patna': '000065 Patna; 000140 Patna Main Branch; 000781 Dinapur',
    'DL Delhi': '000317 Kirti Nagar,; 000413 Videocon Tower; 000806 Retail Asset New Delhi',
    'DL New Delhi': '000010 Siri Fort; 000011 K G Marg; 000037 Pitampura',
    'GJ Ahmedabad': '000009 C G Road; 000067 Bodakdev; 000082 Ghatlodia',
    'JK Srinagar': '002049 Srinagar',
    'KA Bangalore Urban':
      '000008 Mission Road; 000024 Sarraki Lake; 000202 Indira Nagar; 001875 Anekal',
    'KL Ernakulam': '000084 Kochi; 000137 Kochi Main Branch; 000334 Perumbavoor',
    'MH Greater Bombay':
      '000098 Corporate Centre Mumbai; 000805 Retail Asset Andheri; 000834 Retail Asset Belapur',
    'MH Mumbai': '000765 Deonar; 000767 Mahim; 001132 Bhandup',
    'MH Pune': '000007 F C Road; 000034 Kalyani Nagar; 000062 Aundh',
    'MP Bhopal': '000030 Bhopal; 000138 Malviya Nagar; 000846 Retail Asset Bhopal',
    'RJ Jaipur': '000013 Jaipur; 000106 Johari Bazar; 000142 Jaipur Main Branch',
    'TG Hyderabad':
      '000297 Secunderabad; 000432 Gachibowli; 000811 Retail Asset Hyderabad; 000872 Jubilee Hills Branch; 001951 Kondapur; 002188 Idbi Bank LTD, Manikonda',
    'TN Chennai': '000005 Greams Road; 000022 Alwarpet; 000045 Arumbakkam',
    'UP Lucknow': '000015 Lucknow; 000276 Alambagh Lucknow; 000277 Indranagar Lucknow',
    'WB Kolkata': '000012 Park Street; 000060 Brabourne Road',
    'WB North 24 Parganas': '000061 Khardah',
  },
  'IDFB IDFC FIRST Bank': {
    'BR Patna':
      '060281 Boring Road Branch; 060282 Patna Kankarbagh Branch; 060283 Patna Exhibition Road Branch',
    'DL Delhi': '020105 NSP-Pitampura Branch',
    'DL New Delhi':
      '010219 Cash Processing Centre- Delhi; 020101 Barakhamba Road; 020102 New Friends Colony Branch',
    'GJ Ahmedabad':
      '040301 Ahmedabad C.G. Road; 040302 Prahlad Nagar Branch; 040308 Chandkheda Branch',
    'KA Bangalore Urban':
      '080152 Koramangala Branch; 080153 Whitefield Branch; 080154 Malleswaram Branch',
    'KL Ernakulam':
      '080511 Ernakulam Branch; 080514 M.G. Road, Kochi Branch; 080672 Kochi- Thrippunithura Branch; 080673 Aluva Branch',
    'MH Mumbai': '0000SC Service Centre; 040101 BKC-Naman Chambers Branch; 040102 Prabhdevi Branch',
    'MH Pune':
      '041351 Pune Bund Garden Road; 041352 Pune Law College Road Branch; 041355 Aundh Branch',
    'MP Bhopal':
      '041381 Bhopal Raisen Road Branch; 041382 Bhopal Arera Colony Branch; 041386 Bhopal-Kolar Road Branch',
    'RJ Jaipur': '042121 Ugariyawas; 042122 Harsoli Branch; 042123 Mangarh Khokhawala Branch',
    'TG Hyderabad':
      '080201 Hyderabad Jubilee Town; 080203 Secunderabad Branch; 080204 Somajiguda Branch',
    'TN Chennai': '080101 KRM Tower Branch; 080102 Nungambakkam Branch; 080103 RA Puram Branch',
    'UP Lucknow':
      '021251 Lucknow Branch; 021252 Gomti Nagar Branch; 021254 Lucknow-Ashiyana Branch',
    'WB Kolkata':
      '060101 Kolkata-Park Street Branch; 060103 Dalhousie Branch; 060111 Kolkata Beleghata Branch',
  },
  'IDIB Indian Bank': {
    'BR Patna':
      '00A531 Agwanpur Ranabigha; 00A542 Patna Aiims; 00A661 Patna Ashiyana Ramnagari More',
    'DL New Delhi':
      '00C190 Large Corporate Branch Delhi; 00D662 DRM Office New Delhi; 00M368 MCB Parliament Street',
    'GJ Ahmedabad': '00A004 Ahmedabad Main; 00A065 Ashram Road; 00A536 Old Sharda Mandir',
    'JK Srinagar': '00S765 Srinagar',
    'KA Bangalore Urban':
      '00A682 Avalahalli; 00B605 Basavangudi DVG Road; 00B608 Jayanagar Fourth T Block',
    'KL Ernakulam': '00A014 Aluva; 00A137 Angamaly; 00A588 Aluva Metro Station',
    'MH Mumbai': '00A023 Andheri; 00A226 Andheri D N Nagar; 00B027 Mumbai Fort',
    'MH Pune': '00A168 Ambegaon Budruk; 00A675 Aundh; 00B070 Bhodani Survad',
    'MP Bhopal': '00A143 Ashoka Garden; 00A216 Ayodhya Bypass Bhopal; 00B022 Bhopal',
    'RJ Jaipur': '00A595 Jaipur Ambabari Colony; 00B182 Bilwa; 00B229 Indian Bank',
    'TG Hyderabad': '00A105 Dilsukhnagar; 00A121 Sam Large Hyderabad; 00A135 A S Rao Nagar',
    'TN Chennai': '00A002 Adyar; 00A013 Alwarpet; 00A025 Anna Nagar Chennai',
    'UP Lucknow': '00A530 Gokhle Marg Lucknow; 00A532 Ahmamau; 00A544 Lucknow Aish Bagh',
    'WB Kolkata': '00A122 Sam Large Kolkata; 00A223 Anandapur; 00A501 A J C Bose Road',
  },
  'IOBA Indian Overseas Bank': {
    'BR Patna': '000498 Patna; 001484 Exhibition Road; 001512 Patna Shastri Nagar',
    'DL Delhi': '000805 R O New Delhi; 000853 Cbo Delhi; 001690 New Delhidwarka',
    'DL New Delhi': '000017 Daryaganj; 000035 Karol Bagh; 000065 Janpath',
    'GJ Ahmedabad': '000182 Hansol; 002188 Gota; 002581 Asset Recovery Management Branch',
    'JK Srinagar': '000945 Srinagar',
    'KA Bangalore Urban': '000011 Bangalore; 000012 Cantonment; 000136 Shanti Nagar',
    'KL Ernakulam': '000019 Kochi; 000024 Ernakulam; 000069 Perambavoor',
    'MH Greater Bombay': '000014 Mumbai Fort; 000051 Mahim; 000052 Mandvi',
    'MH Mumbai': '001998 Asset Recovery Management',
    'MH Pune': '000153 Pune; 000669 Aundh; 000722 Pune Contonment',
    'MP Bhopal': '000639 Bhopal; 001115 Bhopal M P Nagar; 001573 Bhopal Raisen Road',
    'RJ Jaipur': '000381 Tilak Nagar; 000562 Bani Park; 001549 Malvia Nagar',
    'TG Hyderabad':
      '000030 Hyderabad; 000336 Begum Bazaar; 000437 Lakdikapul; 002019 Zonal Audit Office Hyderabad; 003836 Retail Loan Processing Centre',
    'TN Chennai': '000002 Adyar; 000005 Aminjikarai; 000008 Chennai Avadi',
    'UP Lucknow': '000207 Lucknow; 000248 Daliganj; 000382 Aminabad',
    'WB Kolkata': '000013 Ballygunge; 000015 India Exchange Place; 000082 Shyam Bazaar',
  },
  'INDB IndusInd Bank': {
    'BR Patna': '000055 Patna; 000326 Rukanpura; 000393 Boring Road Patna ,II',
    'DL Delhi': '000005 Barakhamba; 000012 Greater Kailash II; 000031 Preet Vihar',
    'DL New Delhi':
      '001035 Jor Bagh New Delhi; 001041 Kohat Enclave New Delhipitampura; 001064 Connaught Place',
    'GJ Ahmedabad': '000009 Ahmedabad; 001030 Vatva; 001031 Kalupur',
    'JK Srinagar': '000136 Srinagar; 000834 Burzulla Srinagar; 001942 Dal Gate Srinagar',
    'KA Bangalore Urban':
      '000166 Malleswaram, Bangaloare; 000178 Jayanagar TH Block; 000213 Bommassandra',
    'KL Ernakulam': '000010 Kochi; 000091 Kakkanad; 000227 Aluva; 001841 Kalamassery',
    'MH Greater Bombay': '000152 Ghatkopar; 000153 Juhu; 000165 Borivali, Mumbai',
    'MH Mumbai': '000001 Opera House; 000003 Bandra; 000006 Nariman Point',
    'MH Pune': '000002 Pune; 000173 Kondhwa Khurd; 000233 Hinjawadi',
    'MP Bhopal': '000042 Bhopal; 000473 Badjhiri; 000502 Kolukhedi',
    'RJ Jaipur': '000016 Jaipur; 000198 Shahpura; 000278 Raja Park, Jaipur',
    'TG Hyderabad':
      '000289 Miyapur; 000290 Karkhana; 000320 Somajiguda; 000356 Towlichowki, Hyderabad; 000810 S R Nagar Hyderabad; 000839 L B Nagar Hyderabad; 001905 Masab Tank',
    'TN Chennai': '000007 Chennai; 000046 Anna Nagar; 000051 Adyar',
    'UP Lucknow': '000019 Lucknow; 000491 Dhanwa; 000508 Paikramau',
    'WB Kolkata': '000015 Kolkata; 000029 Gariahat; 000052 Burra Bazar',
  },
  'JAKA Jammu & Kashmir Bank': {
    'BR Patna': 'SHARIF Patna',
    'DL Delhi': 'ANSALL Ansal Plaza Delhi; AZDPUR Azadpur Delhi; BHOGAL Bhogal Delhi',
    'JK Srinagar': 'AHMADD Ahmad Nagar; AIRCAR Air Cargo Srinagar; ALMGRI Alamgiri Bazar Srinagar',
    'KA Bangalore Urban': 'JAYANA Jayanagar; OTCBNG Otc Bangalore',
    'KL Ernakulam': 'KUCHIE Kochi',
    'MH Greater Bombay':
      'ANDERI Andheri Mumbai; KALBAA Kalbadevi Mumbai; MAROAD Mohd Ali Road Mumbai',
    'MH Mumbai':
      'BANDRA Bandra Mumbai; MAHIMM Mahim Mumbai; RADIUS RCC Mumbai; SETTLE Service Center',
    'MH Pune': 'POONAH Pune; WAKKAD Wakad Pune',
    'MP Bhopal': 'BHOPAL Bhopal',
    'RJ Jaipur': 'JAIPUR Jaipur',
    'TG Hyderabad': 'BHAWNI Patherghati Hyderabad; HAIDER J N Road Hyderabad; SEABAD Secunderabad',
    'TN Chennai': 'MADRAS Mount Road Chennai; PARRYS Parrys Chennai; RCHNAI RCC Chennai',
    'UP Lucknow': 'AMINLK Aminabad Lucknow; GOMTIN Gomti Nagar; LUKNOW Lucknow',
    'WB Kolkata': 'BAZZAR Malik Bazar Kolkatta; CALCAT Kolkata Main',
  },
  'KKBK Kotak Mahindra Bank': {
    'BR Patna': '000351 Patna; 005651 Patna Branch; 005652 Patna',
    'DL Delhi':
      '000172 New Delhi - Connaught Place; 000173 New Delhi - Greater Kailash II; 000174 New Dehi - Punjabi Bagh',
    'DL New Delhi':
      '004617 Delhi Rohini Sector Eighteen; 004618 Delhi Jasola Vihar; 004621 Delhi D.B.Gupta Road',
    'GJ Ahmedabad':
      '000158 Ahmedabad-Changodar; 000159 Ahmedabad - Maninagar; 000160 Viramgam - Mandal Road',
    'KA Bangalore Urban':
      '000418 Sadarnagala; 000421 Bangalore -Jaynagar; 000422 Bangalore -Lavelle Road',
    'KL Ernakulam': '000592 Cochin; 000593 Kochi Kakkanad; 009014 Ernakulam',
    'MH Greater Bombay':
      '001411 Lower Parel Mumbai; 00CCRD Kotak Credit Card Branch; 00VRTL Virtual Ecollection Branch',
    'MH Mumbai': '000634 Worli; 000635 Mumbai - Sion W; 000637 Mumbai Napeansea',
    'MH Pune': '000721 Pune; 000723 Pune; 000724 Pune - Kondhave Khurd',
    'MP Bhopal': '000753 Bhopal; 005886 Bhopal - Arera Colony; 005887 Bhopal',
    'RJ Jaipur': '000271 Jaipur; 000273 Vaishali Nagar; 003533 Raja Park Branch Jaipur',
    'TG Hyderabad':
      '000552 Somajiguda - Hyderabad; 000553 Hyderabad - Nampally; 000554 Secunderabad',
    'TN Chennai': '000462 Chennai - Annai Salai; 000463 Adayar; 000464 Chennai - Parry',
    'UP Lucknow': '000141 Lucknow; 000678 Lucknow Naka; 005190 Aliganj Branch',
    'WB Kolkata':
      '000322 Kolkatta-Parkstreet; 000323 Kolkatta- Braborne Road; 000324 Kolkatta - Kankurgachi',
  },
  'SBIN State Bank of India': {
    'MH Mumbai': '000300 Mumbai Main',
  },
  'UCBA UCO Bank': {
    'AS Guwahati': '000045 Guwahati Main; 000533 Silpukhuri Guwahati; 000572 Dispur Assam',
    'BR Patna': '000062 Patna Main; 000508 Fraser Road Patna',
    'BR Vaishali': '000541 Sarai Branch',
    'DL Delhi':
      '000044 Karol Bagh N Delhi; 000153 Defence Colony New Delhi; 001022 Rajendra Place N Delhi',
    'DL New Delhi':
      '000009 Connaught Place Delhi; 000057 Subzimandi New Delhi; 000063 Kamla Nagar Delhi',
    'GJ Ahmedabad': '000213 Navarangpura; 000255 Narayanpura Ahmedabad; 000274 Ranip Ahmedabad',
    'JK Srinagar': '000123 Srinagar',
    'KA Bangalore Urban': '002015 Vasanth Nagar; 002016 Ganga Nagar; 002104 Hesarghatta',
    'KL Ernakulam': '000233 Angamaly; 000431 Ernakulam Main; 001390 M G Road Ernakulam',
    'MH Greater Bombay': '000093 Warden Road Mumbai; 000215 Grant Road Mumbai',
    'MH Mumbai': '000003 Mumbai D N Road; 000004 Kalbadevi Mumbai; 000006 Ghatkopar Mumbai',
    'MH Pune': '000064 Pune City; 000068 Pune Camp Pune; 000172 Shivaji Nagar Pune',
    'MH Thane': '000303 Ulhasnagar',
    'MP Bhopal': '000136 Bhopal Main Branch; 000283 Habibganj Bhopal',
    'MP Gwalior': '000324 Birla Nagar Gwalior',
    'RJ Jaipur':
      '000011 Johari Bazar Jaipur; 000132 Chandpole Bazar; 000159 Mirza Ismail Road Jaipur',
    'TG Hyderabad':
      '000114 Hyderabad Main Koti; 000680 S D Road Secunderabad; 000979 Banjara Hills Hyderabad; 003581 Suncity Bandlaguda Jagir',
    'TN Chennai':
      '000041 Chennai Main Branch; 000042 Sowcarpet Chennai; 000100 Purasawalkam Chennai',
    'UP Lucknow': '000046 Hazratgaunj Lucknow; 000050 Aminabad Branch; 000060 Lucknow University',
    'WB Kolkata': '000002 FCC India Exchange Place; 000014 Burra Bazar Kolkata; 000031 Bhowanipore',
  },
  'YESB YES Bank': {
    'AS Guwahati': 'NSMBL1 Nagarik Samabay Bank LTD',
    'BR Patna': '000253 Patna, Bihar; 000620 Boring Canal Road; 001289 Kankarbagh',
    'DL Delhi':
      '000003 Chanakyapuri, New Delhi; 000016 South Extension, Delhi; 000030 Rajori Garden, New Delhi',
    'DL New Delhi':
      '001287 Model Town Iii, New Delhi; 001465 Saket Two New Delhi; 001480 DLF Tower Moti Nagar - New Delhi',
    'GJ Ahmedabad': '000007 Ahmedabad; 000215 Maninagar, Gujarat; 000326 Gurukul, Ahmadabad',
    'JK Srinagar': '000013 Srinagar; 000602 Sanat Nagar Srinagar',
    'KA Bangalore Urban':
      '000022 Kasturba Road, Bangalore; 000156 Malleswaram, Bangalore; 000197 Jayanagar, Bangalore',
    'KL Ernakulam': '000096 Kochi, Kerala; 000555 Vytila; 000745 Padivattom, Kochi',
    'MH Greater Bombay':
      '000004 Nariman Point, Mumbai; 000010 Andheri,W, Mumbai; 000045 Cadel Road, Mumbai',
    'MH Mumbai':
      '000402 Yes Bank LTD Mumbai Noc Ifc; 000729 Borivali Yogi Nagar, Mumbai; 000735 Matunga Road, Mumbai',
    'MH Pune':
      '000008 Shivaji Nagar, Pune; 000039 Hinjewadi, Pune; 000135 Kondhave Khurd, Maharashtra',
    'MP Bhopal':
      '000119 Bhopal, Madhya Pradesh; 000474 Hamidiya Road, Bhopal; 000698 Bittan Market, Bhopal',
    'RJ Jaipur':
      '000024 Jaipur, Rajasthan; 000229 Johari Bazar, Jaipur; 000483 Vaishali Nagar, Jaipur',
    'TG Hyderabad':
      '000006 Somajiguda, Hyderabad; 000097 Begumpet, Secundrabad; 000183 Hitech City,Hyderabad; 000747 Himayat Nagar, Hyderabad; 000817 Ramanthapur, Hyderabad; 000926 Kothapet',
    'TN Chennai':
      '000005 Nungambakkam, Chennai; 000103 Parrys,Chennai; 000251 Indiranagar, Chennai',
    'UP Lucknow': '000018 Lucknow, Uttar Pradesh; 000611 Gomti Nagar; 000633 Hewett Road, Lucknow',
    'WB Kolkata':
      '000017 Kolkata, West Bengal; 000190 Dalhousie, Kolkata; 000320 Prince Anwar Shah Road,Kolkata',
  },
}
