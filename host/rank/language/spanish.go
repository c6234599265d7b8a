package language

// spanish reports common Spanish words that say nothing about a subject,
// without their marks, as far as they are neither English nor code.
func spanish(word string) bool {
	switch word {
	case "una", "unos", "unas", "que", "quien", "cual", "pero", "sino", "porque", "pues", "como", "cuando", "donde",
		"mientras", "aunque", "muy", "menos", "tambien", "tampoco", "aqui", "ahi", "alli", "ahora", "luego", "despues",
		"antes", "siempre", "nunca", "todavia", "aun", "bien", "mejor", "peor", "mucho", "mucha", "muchos", "muchas",
		"poco", "toda", "todas", "nada", "alguien", "otro", "otra", "otros", "otras", "cada", "mismo", "misma", "este",
		"esta", "estos", "estas", "esto", "ese", "esa", "esos", "esas", "eso", "aquel", "nuestro", "nuestra", "nuestros",
		"nuestras", "ella", "ellos", "ellas", "por", "entre", "sobre", "desde", "hasta", "hacia", "segun", "conmigo",
		"contigo":
		return true
	case "soy", "eres", "somos", "fue", "fueron", "estan", "estoy", "estamos", "estaba", "hemos", "habia", "haber",
		"tengo", "tiene", "tienen", "tienes", "tenemos", "tener", "puedo", "puede", "puedes", "pueden", "podemos",
		"podria", "podrias", "poder", "quiero", "quiere", "quieres", "queremos", "quisiera", "querer", "necesito",
		"necesita", "necesitas", "necesitamos", "hacer", "haz", "hace", "haces", "hago", "hazlo", "hagamos", "haga",
		"hagas", "hecho", "hizo", "dar", "vamos", "voy", "vas", "sigue", "sigues", "seguir", "sigamos", "siga", "seguimos",
		"continua", "continuar", "continuemos", "dejalo", "dejar", "dejemos", "decir", "creo", "crees", "parece", "pienso",
		"pensar", "entiendo", "entendido", "entiendes", "sabes", "saber", "queda", "falta", "sirve", "funciona":
		return true
	case "hola", "buenos", "buenas", "buena", "bueno", "buen", "dias", "tardes", "tarde", "noches", "noche", "adios",
		"chao", "chau", "gracias", "porfa", "porfavor", "perdon", "perdona", "disculpa", "siento", "genial", "perfecto",
		"perfecta", "excelente", "estupendo", "guay", "chevere", "barbaro", "listo", "claro", "exacto", "exactamente",
		"correcto", "cierto", "verdad", "acuerdo", "okey", "oye", "venga", "trabajo", "adelante", "espera", "deshaz",
		"deshazlo", "deshacer", "vuelve", "volver", "atras", "vez", "veces", "siguiente", "proximo", "paso", "pasos",
		"cosa", "cosas", "gusta", "gustado", "encanta", "increible", "animo", "suena", "ay", "uf", "uy", "bah", "jaja",
		"jajaja", "jajajaja", "jeje", "vaya", "caray", "ostras", "madre", "fiera", "tio", "tia", "colega", "hombre",
		"mujer", "gente", "chicos", "comer", "comido", "cenar", "desayunar", "dormir", "dormido", "almuerzo", "descanso",
		"pausa", "vacaciones", "semana", "finde", "ayer", "anoche", "ratito", "rato", "momento", "minuto", "minutos",
		"hora", "horas", "tiempo", "temprano", "rapido", "rapida", "despacio", "pensaba", "pense", "creia", "crei",
		"decia", "dije", "dicho", "esperaba", "espero", "esperado", "entendi", "explique", "explicado", "equivoque",
		"equivocado", "olvida", "olvidalo", "olvide", "confundi", "confundido", "culpa", "lastima", "vengo", "viene",
		"venir", "vuelvo", "llego", "salia", "salio", "salir", "quedo", "quedado", "dejo", "pasa", "pasamos", "pasar",
		"retomamos", "retomar", "empezamos", "empezar", "empieza", "terminar", "terminamos", "acaba", "acabar", "toca",
		"tocado", "conozco", "hablar", "hablamos", "digo", "dices", "opinas", "prefiero", "mejoro", "ganas", "suerte",
		"calma", "tranquilo", "tranquila", "alegra", "alegro", "contento", "feliz", "agradezco", "igualmente", "saludos",
		"abrazo", "realmente", "simplemente", "quizas", "quiza", "talvez", "obvio", "ningun", "ninguna", "ninguno",
		"cualquier", "cualquiera", "demas", "propio", "bonito", "lindo", "increiblemente", "amable", "parezca", "quieras",
		"puedas", "sentido", "seguro", "supuesto", "vemos", "manana", "hoy", "ayuda", "ayudame", "intenta", "nuevo",
		"igual", "problema", "amigo":
		return true
	}
	return false
}
